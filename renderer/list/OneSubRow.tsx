import { Empty, Flex, Skeleton } from 'antd'
import type { Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import { ActionButtons } from '../actions/ActionButtons.tsx'
import type { Action } from '../actions/action.ts'
import { DetailView } from '../form/DetailView.tsx'
import { Panel } from '../kit/Panel.tsx'
import type { PageModel } from '../model/page-model.ts'
import { FormList } from './FormList.tsx'
import { ListFault } from './ListFault.tsx'
import { useFormRecords } from './use-form-records.tsx'

interface Props {
  model: PageModel
  granted: readonly string[]
  where: Condition
  preset: Row
}

/** The row of a sub table of which a record has at most one: its fields, with what can be done with it. */
export function OneSubRow(props: Props) {
  const { model } = props
  const { list, runner, actions, dialogs } = useFormRecords({ ...props, onlyTable: true })
  const { rows, error, reload } = list
  // Where there are several nevertheless, they are shown to be set right.
  if (rows && rows.length > 1) return <FormList {...props} />
  const row = rows?.[0]
  const offered = actions.filter((action) => (row ? isOfRow(action) : action.code === 'add'))
  return (
    <Panel>
      {rows === null && error ? (
        <ListFault error={error} reload={reload} />
      ) : rows === null ? (
        <Skeleton active paragraph={{ rows: 3 }} />
      ) : (
        <>
          <Flex wrap gap={8} className="expo-list-toolbar">
            <ActionButtons actions={offered} records={row ? [row] : []} runner={runner} hidesRefused />
          </Flex>
          {row ? (
            <DetailView form={model.form} row={row} />
          ) : (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} />
          )}
        </>
      )}
      {dialogs}
    </Panel>
  )
}

/** What is said of it stands here already, and a copy would be a second one. */
function isOfRow({ at, code }: Action): boolean {
  return at.includes('row') && code !== 'detail' && code !== 'copy'
}
