import { Empty, Tabs } from 'antd'
import { t } from '#schemas/text/text.ts'
import { PageContent } from '../../kit/PageContent.tsx'
import { usePermissions } from '../../session/use-permissions.ts'
import { ExportPart } from './ExportPart.tsx'
import { ImportPart } from './ImportPart.tsx'
import './configuration.css'

/** Configuration leaves as a file, and a file is compared and taken in. */
export default function ConfigurationPage() {
  const actions = usePermissions().available('system:config:')
  const items = [
    ...(actions.includes('export') ? [{ key: 'export', label: t('导出'), children: <ExportPart /> }] : []),
    ...(actions.includes('import') ? [{ key: 'import', label: t('导入'), children: <ImportPart /> }] : []),
  ]
  return (
    <PageContent
      title={t('配置迁移')}
      description={t('在多套系统之间移动表单、字典、菜单、角色和授权。用户、业务数据和密码不在其中。')}
    >
      {items.length > 0 ? <Tabs items={items} /> : <Empty description={t('您没有导出或导入配置的权限')} />}
    </PageContent>
  )
}
