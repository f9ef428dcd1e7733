import { App, Button, Flex, Popconfirm, Skeleton } from 'antd'
import { useMemo } from 'react'
import {
  formPage,
  PanelFooter,
  type PanelProps,
  PickQuery,
  RecordTable,
  useList,
  useRequest,
  useSave,
} from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm, ListColumn } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'

/** Ten rows; fewer where the window is low, whose rows scroll. */
const HEIGHT = 'clamp(160px, calc(100vh - 470px), 410px)'

/** Deleted records of a form, to be brought back or to be removed for good. */
export default function RecyclePanel({ source, client, ...rest }: PanelProps) {
  const { code } = source
  const page = useRequest(async (signal) => formPage(await client.page(code, { signal })), [client, code])
  const form = useMemo(() => page.data && compileForm(page.data.document), [page.data])
  if (page.error) return <LoadFault of={page} />
  if (!form) return <Skeleton active paragraph={{ rows: 8 }} />
  return <Bin form={form} {...rest} />
}

function Bin({ form, changed, close }: { form: CompiledForm } & Pick<PanelProps, 'changed' | 'close'>) {
  const { http } = useServices()
  const { message } = App.useApp()
  const { busy, save } = useSave()
  const address = `/online/recycle/${encodeURIComponent(form.code)}`
  const source = useMemo(() => ({ code: form.code, url: { list: address } }), [form, address])
  const columns = useMemo(() => {
    // What names a record comes first, as in its list; they stand in the order of their deletion.
    const [first, ...others] = form.list.columns.map(asTold)
    return [...(first ? [first] : []), ...deletedColumns(), ...others]
  }, [form])
  const list = useList({ source, columns, query: form.list.query })
  const ids = [...list.chosen.keys()]
  const change = (what: 'restore' | 'erase') =>
    void save(async () => {
      const answer = await http.post<Envelope<unknown>>(`${address}/${what}`, { ids })
      resultOf(answer)
      void message.success(answer.message)
      list.forget(ids)
      changed()
    })
  return (
    <>
      <PickQuery list={list} places={3} />
      <RecordTable list={list} selection="several" choosesByClick size="small" height={HEIGHT} />
      <PanelFooter>
        <Flex gap={8} wrap justify="flex-end">
          <Button onClick={close}>{t('关闭')}</Button>
          <Popconfirm
            title={t('彻底删除这 {count} 条记录？子表数据、文件和评论一并删除，不能恢复。', {
              count: ids.length,
            })}
            okText={t('彻底删除')}
            cancelText={t('取消')}
            okButtonProps={{ danger: true }}
            onConfirm={() => change('erase')}
          >
            <Button danger disabled={busy || ids.length === 0}>
              {t('彻底删除')}
            </Button>
          </Popconfirm>
          <Button type="primary" disabled={ids.length === 0} loading={busy} onClick={() => change('restore')}>
            {t('还原')}
          </Button>
        </Flex>
      </PanelFooter>
    </>
  )
}

/** A column as the bin tells it: files by their names. */
function asTold(column: ListColumn): ListColumn {
  const { field } = column
  const told = traitsOf(field.view).files !== 'paths' ? field : { ...field, view: 'text', options: {} }
  return { ...column, field: told, sortable: false }
}

/** When and by whom a record was deleted, as columns of a list. */
function deletedColumns() {
  const column = (title: string) => ({ type: 'string' as const, title, view: 'text' as const })
  const { list } = compileForm({
    kind: 'form',
    code: 'recycled',
    title: '',
    schema: {
      type: 'object',
      properties: { recycled_time: column(t('删除时间')), recycled_by: column(t('删除人')) },
    },
  })
  return list.columns.map((one) => ({ ...one, sortable: false }))
}
