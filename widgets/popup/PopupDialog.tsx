import { Alert, App, Button, Modal, Skeleton, Space, Table } from 'antd'
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import {
  CHILD_ROWS,
  displayText,
  QueryBar,
  selectionLabels,
  useRenderer,
  useRequest,
  wireFilter,
} from '#renderer/index.ts'
import type { PageOf } from '#schemas/api/envelope.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'

const PAGE_SIZES = [10, 20, 30]

interface Props {
  /** Code of the report or form whose rows are offered. */
  code: string
  several: boolean
  onCancel(): void
  onConfirm(rows: Row[]): void
}

/** Rows to choose from: query form, paged table, a selection that is kept across pages. */
export default function PopupDialog({ code, several, onCancel, onConfirm }: Props) {
  const { client } = useRenderer()
  const { message } = App.useApp()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const definition = useRequest((signal) => client.page(code, { signal }), [client, code])
  const form = useMemo(
    () => (definition.data ? compileForm(definition.data.document) : null),
    [definition.data],
  )

  const body = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  function confirm() {
    if (chosen.size === 0 || (!several && chosen.size > 1)) {
      message.warning('请选择一条记录')
      return
    }
    onConfirm([...chosen.values()])
  }

  return (
    <Modal
      open
      title={form?.title ?? '选择'}
      width="min(1200px, 100vw)"
      style={{ top: 24, maxWidth: '100vw' }}
      okText="确定"
      cancelText="关闭"
      onOk={confirm}
      onCancel={onCancel}
      afterOpenChange={setIsOpen}
    >
      {form ? (
        // React hands events of a dialog to the form around the field: searching here must not submit it.
        <div ref={body} onSubmit={(event) => event.stopPropagation()}>
          {/* A filter that is still loading must not take the dialog away with it. */}
          <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
            <PopupTable form={form} several={several} chosen={chosen} onChoose={setChosen} />
            <TakeFocus body={body} isOpen={isOpen} />
          </Suspense>
        </div>
      ) : definition.error ? (
        <Alert
          type="error"
          showIcon
          title={definition.error.message}
          action={
            <Button size="small" onClick={definition.reload}>
              重试
            </Button>
          }
        />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </Modal>
  )
}

/** The search may be there before or after the dialog stands: it gets the keyboard as soon as both are. */
function TakeFocus({ body, isOpen }: { body: RefObject<HTMLDivElement | null>; isOpen: boolean }): null {
  useEffect(() => {
    if (isOpen) body.current?.querySelector<HTMLElement>('form input')?.focus()
  }, [body, isOpen])
  return null
}

interface TableProps {
  form: CompiledForm
  several: boolean
  chosen: ReadonlyMap<string, Row>
  onChoose(chosen: ReadonlyMap<string, Row>): void
}

function PopupTable({ form, several, chosen, onChoose }: TableProps) {
  const { client, registry } = useRenderer()
  const [query, setQuery] = useState<{
    filter: Readonly<Record<string, string>>
    pageNo: number
    pageSize: number
  }>({
    filter: {},
    pageNo: 1,
    pageSize: PAGE_SIZES[0] ?? 10,
  })
  const page = useRequest<PageOf<Row>>(
    (signal) => client.list(form.code, { ...query, filter: wireFilter(form.list, query.filter) }, { signal }),
    [client, form, query],
  )
  const named = form.list.columns[0]?.field
  const labels = selectionLabels((row) => (named && displayText(registry, named, row)) || String(row.id))
  /** A click on a row ticks it or takes its tick away; where one is wanted, it is the one. */
  function press(row: Row) {
    const key = String(row.id)
    const next = new Map(several ? chosen : [])
    if (several && chosen.has(key)) next.delete(key)
    else next.set(key, row)
    onChoose(next)
  }
  return (
    <>
      <QueryBar
        items={form.list.query}
        filter={query.filter}
        busy={page.loading}
        onSearch={(filter) => setQuery((before) => ({ ...before, filter, pageNo: 1 }))}
        onReset={() => setQuery((before) => ({ ...before, filter: {}, pageNo: 1 }))}
      />
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 8 }}
        title={
          <Space>
            <span>
              已选择 <strong>{chosen.size}</strong> 项
            </span>
            <Button type="link" size="small" onClick={() => onChoose(new Map())}>
              清空
            </Button>
            <Button type="link" size="small" onClick={page.reload}>
              刷新
            </Button>
          </Space>
        }
      />
      {page.error ? <Alert type="error" showIcon title={page.error.message} /> : null}
      <Table<Row>
        size="small"
        expandable={{ childrenColumnName: CHILD_ROWS }}
        rowKey={(row) => String(row.id)}
        loading={page.loading}
        dataSource={page.data?.records ?? []}
        scroll={{ x: 'max-content', y: 360 }}
        locale={{ emptyText: '暂无数据' }}
        onRow={(row) => ({
          onClick: ({ target }) => {
            // The box at the beginning of the row takes its clicks itself.
            if (!(target instanceof Element && target.closest('.ant-table-selection-column'))) press(row)
          },
          style: { cursor: 'pointer' },
        })}
        rowSelection={{
          type: several ? 'checkbox' : 'radio',
          ...labels,
          selectedRowKeys: [...chosen.keys()],
          preserveSelectedRowKeys: several,
          onChange: (keys, rows) =>
            onChoose(
              new Map(keys.map((key, place) => [String(key), rows[place] ?? chosen.get(String(key)) ?? {}])),
            ),
        }}
        columns={form.list.columns.map(({ field }) => ({
          key: field.name,
          title: field.title,
          render: (_: unknown, row: Row) => displayText(registry, field, row),
        }))}
        pagination={{
          current: query.pageNo,
          pageSize: query.pageSize,
          total: page.data?.total ?? 0,
          pageSizeOptions: PAGE_SIZES.map(String),
          showSizeChanger: true,
          showQuickJumper: true,
          showTotal: (total, [from, to]) => `${from}-${to} 共${total}条`,
          onChange: (pageNo, pageSize) =>
            setQuery((before) => ({
              ...before,
              pageSize,
              pageNo: pageSize === before.pageSize ? pageNo : 1,
            })),
        }}
      />
    </>
  )
}
