import { Empty, Skeleton, Tabs } from 'antd'
import { useMemo } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import { useRequest } from '../data/use-request.ts'
import { SubTableTable } from '../form/SubTableTable.tsx'
import { type PageModel, type SubModel, subPageModel } from '../model/page-model.ts'
import { rowsOf } from '../model/rows-of.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { FormList } from './FormList.tsx'
import { OneSubRow } from './OneSubRow.tsx'

/** The sub tables of one main record, each a list with the actions that the user has there. */
export function SubLists({ model, main }: { model: PageModel; main: Row }) {
  return (
    <Tabs
      destroyOnHidden
      items={model.subs.map((sub) => ({
        key: sub.sub.code,
        label: sub.title,
        children: <SubList key={String(main.id)} model={model} sub={sub} main={main} />,
      }))}
    />
  )
}

/** The rows of one sub table of a main record; to read only where its own form may not be listed. */
export function SubList({ model, sub, main }: { model: PageModel; sub: SubModel; main: Row }) {
  const own = useMemo(() => subPageModel(model, sub), [model, sub])
  const { foreignKey, mainField } = sub.sub
  const value = main[mainField]
  const where = useMemo<Condition>(
    () => ({ field: foreignKey, rule: 'eq', val: String(value ?? '') }),
    [foreignKey, value],
  )
  const preset = useMemo(() => ({ [foreignKey]: value }), [foreignKey, value])
  if (value === null || value === undefined || value === '')
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('暂无数据')} />
  if (!own) return <RowsToRead model={model} sub={sub} main={main} />
  const Rows = sub.sub.relation === 'one' ? OneSubRow : FormList
  return <Rows model={own} granted={own.definition.access.actions} where={where} preset={preset} />
}

function RowsToRead({ model, sub, main }: { model: PageModel; sub: SubModel; main: Row }) {
  const { client } = useRenderer()
  const { data, error } = useRequest(
    (signal) => client.get(model.form.code, String(main.id), { signal }),
    [client, model, main.id],
  )
  if (error) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={error.message} />
  if (!data) return <Skeleton active paragraph={{ rows: 3 }} />
  return <SubTableTable form={sub.form} rows={rowsOf(data[sub.sub.code])} one={sub.sub.relation === 'one'} />
}
