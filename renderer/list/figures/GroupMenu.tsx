import { GroupOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { t } from '#schemas/text/text.ts'
import { groupField } from '../../model/list-groups.ts'
import type { ListModel } from '../use-list.ts'

const NONE = ' none'

/** Chooses the field by whose values the rows of a list are grouped; nothing where there is none. */
export function GroupMenu({ list: { shape, state, navigate } }: { list: ListModel }) {
  const { groupings = [] } = shape
  if (groupings.length === 0) return null
  const choose = (name: string) => {
    const { group: _, groupBy: __, ...rest } = state
    const begun = shape.groupBy ?? ''
    navigate({ ...rest, pageNo: 1, ...(name === begun ? {} : { groupBy: name }) })
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [groupField(shape, state)?.name ?? NONE],
        items: [
          { key: NONE, label: t('不分组') },
          ...groupings.map(({ name, title }) => ({ key: name, label: t('按{title}分组', { title }) })),
        ],
        onClick: ({ key }) => choose(key === NONE ? '' : key),
      }}
    >
      <Tooltip title={t('分组')}>
        <Button type="text" icon={<GroupOutlined />} aria-label={t('分组')} />
      </Tooltip>
    </Dropdown>
  )
}
