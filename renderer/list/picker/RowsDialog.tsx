import { Alert, App, Button, Skeleton, Space } from 'antd'
import { Suspense, useMemo, useRef, useState } from 'react'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import { rowSource } from '../../data/row-source.ts'
import { useRequest } from '../../data/use-request.ts'
import { PickDialog } from '../../kit/PickDialog.tsx'
import { formPage } from '../../model/page-model.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { type ListModel, useList } from '../use-list.ts'
import { choiceMistake, PickQuery, PickTable } from './PickTable.tsx'

const WIDTH = 1200
const NONE: readonly string[] = []

interface Props {
  /** Code of the report or form whose rows are offered. */
  code: string
  several: boolean
  /** Column by which a row is chosen; `id` by default. */
  column?: string
  /** Only rows that meet it are offered; keep the object. */
  where?: Condition | undefined
  /** What is chosen already, by that column. */
  values?: readonly string[]
  onCancel(): void
  onConfirm(rows: Row[]): void
}

/** Rows to choose from: query form, paged table, a selection that is kept across pages. */
export function RowsDialog({
  code,
  several,
  column = 'id',
  where,
  values = NONE,
  onCancel,
  onConfirm,
}: Props) {
  const { client } = useRenderer()
  const { message } = App.useApp()
  /** The list as it was drawn last. */
  const shown = useRef<ListModel | null>(null)
  const definition = useRequest(
    async (signal) => formPage(await client.page(code, { signal })),
    [client, code],
  )
  const form = useMemo(
    () => (definition.data ? compileForm(definition.data.document) : null),
    [definition.data],
  )

  function confirm() {
    const list = shown.current
    const mistake = list ? choiceMistake(list, several, values.length) : t('请选择一条记录')
    if (mistake) message.warning(mistake)
    else onConfirm([...(list?.chosen.values() ?? [])])
  }

  return (
    <PickDialog title={form?.title ?? t('选择')} width={WIDTH} onCancel={onCancel} onConfirm={confirm}>
      {form ? (
        // A filter that is still loading must not take the dialog away with it.
        <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
          <Rows
            form={form}
            several={several}
            column={column}
            where={where}
            values={values}
            onDraw={(list) => {
              shown.current = list
            }}
          />
        </Suspense>
      ) : definition.error ? (
        <Alert
          type="warning"
          showIcon
          title={definition.error.message}
          action={
            <Button size="small" onClick={definition.reload}>
              {t('重试')}
            </Button>
          }
        />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </PickDialog>
  )
}

interface RowsProps extends Required<Pick<Props, 'several' | 'column' | 'values'>> {
  where: Condition | undefined
  form: CompiledForm
  onDraw(list: ListModel): void
}

function Rows({ form, several, column, where, values, onDraw }: RowsProps) {
  const [begun] = useState(() => new Map(values.map((one): [string, Row] => [one, { [column]: one }])))
  const list = useList({
    source: rowSource(form),
    columns: form.list.columns,
    query: form.list.query,
    where,
    rowKey: column,
    chosen: begun,
  })
  onDraw(list)
  return (
    <>
      <PickQuery list={list} />
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 8 }}
        title={
          <Space>
            <span aria-live="polite">
              {t('已选择')} <strong>{list.chosen.size}</strong> {t('项')}
            </span>
            <Button type="link" size="small" onClick={() => list.choose(new Map())}>
              {t('清空')}
            </Button>
            <Button type="link" size="small" onClick={list.reload}>
              {t('刷新')}
            </Button>
          </Space>
        }
      />
      <PickTable list={list} several={several} />
    </>
  )
}
