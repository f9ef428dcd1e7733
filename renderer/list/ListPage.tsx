import { Alert, App, Button, Empty, Skeleton, Space, Table, type TableProps } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PageOf } from '#schemas/api/envelope.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { ListAction } from '#schemas/page/form-words.ts'
import type { RequestError } from '../data/data-client.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { asRequestError, useRequest } from '../data/use-request.ts'
import { useTaken } from '../data/use-taken.ts'
import { displayText } from '../form/display-text.ts'
import { FaultFace } from '../page/FaultFace.tsx'
import { Panel } from '../page/Panel.tsx'
import type { PageModel } from '../page/page-model.ts'
import { useScreen } from '../page/use-screen.ts'
import { QueryBar } from '../query/QueryBar.tsx'
import { lazyDialog } from '../registry/lazy-dialog.ts'
import { CHILD_ROWS } from './child-rows.ts'
import { tableColumns } from './columns.tsx'
import { ListProblems } from './ListProblems.tsx'
import { type ListSize, ListToolbar } from './ListToolbar.tsx'
import { listCall } from './list-call.ts'
import {
  initialListState,
  type ListState,
  listStateSearch,
  missingFilters,
  parseListState,
} from './list-state.ts'
import { RowActions } from './RowActions.tsx'
import type { RowAction } from './RowMenu.tsx'
import { selectionLabels } from './selection-labels.ts'
import { isPlaceholder, useTreeRows } from './use-tree-rows.ts'
import './list.css'

const FormDialog = lazyDialog(async () => ({ default: (await import('../form/FormDialog.tsx')).FormDialog }))

interface Props {
  model: PageModel
  /** What the user may do now; the model holds what he might do when the page was opened. */
  granted: PageModel['definition']['access']['actions']
  /** The address's query, and how to change it: filters and page survive a reload. */
  search: string
  onSearch(search: string): void
}

interface Opened {
  mode: 'add' | 'edit' | 'detail'
  id?: string
  preset?: Row
  /** Makes every opening a new one. */
  key: number
}

const ACTION_WIDTH = 150
const NARROW_ACTION_WIDTH = 88

/** The generated list page: query bar, toolbar, table, and the form in a dialog. */
export function ListPage({ model, granted, search, onSearch }: Props) {
  const { form, definition } = model
  const { client, registry } = useRenderer()
  const { message, modal } = App.useApp()
  const [state, setState] = useState(() => parseListState(form, search))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [size, setSize] = useState<ListSize>('medium')
  const openings = useRef(0)
  const taken = useTaken(form.code)
  const actions = useMemo(() => actionsLeft(granted, taken), [granted, taken])
  const list = useMemo(() => listLeft(form.list, taken), [form, taken])
  const missing = useMemo(() => missingFilters(list, state), [list, state])
  const call = useMemo(() => listCall(form.tree, list, state), [form, list, state])
  const asTree = call?.tree === 'roots'

  const page = useRequest<PageOf<Row> | null>(
    async (signal) => (call ? client.list(form.code, call, { signal }) : null),
    [client, form, call],
  )

  const tell = useCallback(
    (error: RequestError) => {
      if (!error.announced) message.error(error.message)
    },
    [message],
  )
  const tree = useTreeRows(form, client, tell)

  const go = useCallback(
    (next: ListState) => {
      setState(next)
      tree.clear()
      onSearch(listStateSearch(form, next))
    },
    [form, onSearch, tree.clear],
  )
  // The page of an old link, or whose rows others deleted: the last one there is.
  useEffect(() => {
    if (!page.data || page.data.records.length > 0 || page.data.total === 0 || !form.list.paging) return
    const last = Math.ceil(page.data.total / state.pageSize)
    if (state.pageNo > last) go({ ...state, pageNo: last })
  }, [page.data, form, state, go])

  const reload = useCallback(() => {
    page.reload()
    tree.reload()
  }, [page.reload, tree.reload])

  const open = useCallback((mode: Opened['mode'], id?: string, preset?: Row) => {
    openings.current++
    setOpened({ mode, key: openings.current, ...(id ? { id } : {}), ...(preset ? { preset } : {}) })
  }, [])

  const remove = useCallback(
    async (ids: readonly string[]) => {
      try {
        await client.remove(form.code, ids)
      } catch (caught) {
        tell(asRequestError(caught))
        return
      }
      message.success(ids.length > 1 ? '批量删除成功！' : '删除成功!')
      setSelected((before) => before.filter((id) => !ids.includes(id)))
      const left = page.data?.records.filter((row) => !ids.includes(String(row.id))) ?? []
      // The last rows of the last page are gone: one page back.
      if (left.length === 0 && state.pageNo > 1) go({ ...state, pageNo: state.pageNo - 1 })
      else reload()
    },
    [client, form, message, tell, page.data, state, go, reload],
  )

  const removeSelected = () => {
    if (selected.length === 0) {
      message.warning('请选择一条记录！')
      return
    }
    modal.confirm({
      title: '确认删除',
      content: `确定要删除这 ${selected.length} 项吗?`,
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => remove(selected),
    })
  }

  // On a telephone, columns that stay in view would lie over each other: there only the actions do.
  const screen = useScreen()
  const narrow = screen === 'xs' || screen === 'sm'
  const columns = useMemo(() => {
    const all = tableColumns(list.columns, registry, definition.dicts, state.sort)
    const data = narrow ? all.map((column) => ({ ...column, fixed: false as const })) : all
    const parent = actions.has('add') ? form.tree?.parent : undefined
    const actionsOf = (row: Row): RowAction[] => {
      const id = String(row.id)
      const all: RowAction[] = []
      if (actions.has('edit')) all.push({ key: 'edit', label: '编辑', run: () => open('edit', id) })
      if (actions.has('detail')) all.push({ key: 'detail', label: '详情', run: () => open('detail', id) })
      if (parent)
        all.push({ key: 'child', label: '添加下级', run: () => open('add', undefined, { [parent]: id }) })
      return all
    }
    const deletable = actions.has('delete')
    if (!deletable && !parent && !actions.has('edit') && !actions.has('detail')) return data
    return [
      ...data,
      {
        key: 'action',
        title: '操作',
        fixed: 'right' as const,
        width: narrow ? NARROW_ACTION_WIDTH : ACTION_WIDTH,
        render: (_: unknown, row: Row) =>
          isPlaceholder(row) ? null : (
            <RowActions
              actions={actionsOf(row)}
              narrow={narrow}
              onDelete={deletable ? () => remove([String(row.id)]) : undefined}
            />
          ),
      },
    ]
  }, [form, list, registry, definition, state.sort, open, remove, actions, narrow])

  const handleChange: NonNullable<TableProps<Row>['onChange']> = (pagination, _filters, sorter, extra) => {
    if (extra.action === 'sort') {
      const one = Array.isArray(sorter) ? sorter[0] : sorter
      const field = one?.order ? String(one.columnKey) : null
      go({ ...state, pageNo: 1, sort: field ? { field, descending: one?.order === 'descend' } : null })
    } else {
      const pageSize = pagination.pageSize ?? state.pageSize
      go({ ...state, pageSize, pageNo: pageSize === state.pageSize ? (pagination.current ?? 1) : 1 })
    }
  }

  const found = page.data
  const named = list.columns[0]?.field
  const labels = selectionLabels((row) => (named && displayText(registry, named, row)) || String(row.id))
  const records = useMemo(
    () => (asTree ? tree.withChildren(found?.records ?? []) : (found?.records ?? [])),
    [found, asTree, tree.withChildren],
  )

  function content() {
    if (missing.length > 0)
      return (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`请先填写查询条件：${missing.join('、')}`} />
      )
    if (found === null && page.error)
      return (
        <FaultFace
          status={page.error.status === 403 ? '403' : 'warning'}
          title={page.error.status === 403 ? '您没有查看这些数据的权限' : page.error.message}
          subTitle={page.error.requestId ? `请求编号：${page.error.requestId}` : undefined}
          extra={<Button onClick={reload}>重试</Button>}
        />
      )
    if (found === null) return <Skeleton active paragraph={{ rows: 8 }} className="expo-list-skeleton" />
    return (
      <Table<Row>
        rowKey={(row) => String(row.id)}
        size={size}
        columns={columns}
        dataSource={records}
        loading={page.loading}
        scroll={{ x: 'max-content' }}
        sticky
        onChange={handleChange}
        showSorterTooltip={false}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无数据" /> }}
        {...(form.list.checkbox
          ? {
              rowSelection: {
                selectedRowKeys: [...selected],
                preserveSelectedRowKeys: true,
                columnWidth: 40,
                onChange: (keys: React.Key[]) => setSelected(keys.map(String)),
                getTitleCheckboxProps: labels.getTitleCheckboxProps,
                getCheckboxProps: (row: Row) =>
                  isPlaceholder(row)
                    ? { disabled: true, style: { display: 'none' } }
                    : labels.getCheckboxProps(row),
              },
            }
          : {})}
        expandable={{
          childrenColumnName: CHILD_ROWS,
          ...(asTree
            ? {
                expandedRowKeys: [...tree.expanded],
                onExpand: (expanded: boolean, row: Row) => tree.toggle(String(row.id), expanded),
              }
            : {}),
        }}
        pagination={
          form.list.paging
            ? {
                current: state.pageNo,
                pageSize: state.pageSize,
                total: found.total,
                pageSizeOptions: form.list.pageSizes.map(String),
                showSizeChanger: true,
                showQuickJumper: true,
                // Otherwise it draws itself once more whenever its tab is shown.
                responsive: false,
                showTotal: (total, [from, to]) => `${from}-${to} 共${total}条`,
              }
            : false
        }
      />
    )
  }

  return (
    <div className="expo-list">
      <ListProblems model={model} />
      <QueryBar
        items={list.query}
        filter={state.filter}
        busy={page.loading}
        onSearch={(filter) => go({ ...state, filter, pageNo: 1 })}
        onReset={() => {
          setSelected([])
          go({ ...initialListState(form), pageSize: state.pageSize })
        }}
      />
      <Panel>
        <ListToolbar
          size={size}
          onSize={setSize}
          onReload={reload}
          onAdd={actions.has('add') ? () => open('add') : undefined}
          onRemove={actions.has('batch_delete') && actions.has('delete') ? removeSelected : undefined}
        />
        {selected.length > 0 ? (
          <Alert
            type="info"
            showIcon
            className="expo-list-selection"
            title={
              <Space>
                <span>
                  已选择 <strong>{selected.length}</strong> 项
                </span>
                <Button type="link" size="small" onClick={() => setSelected([])}>
                  清空
                </Button>
              </Space>
            }
          />
        ) : null}
        {page.error && found !== null ? (
          <Alert
            type="warning"
            showIcon
            className="expo-list-selection"
            title={page.error.message}
            action={
              <Button size="small" onClick={reload}>
                重试
              </Button>
            }
          />
        ) : null}
        {content()}
      </Panel>
      {opened ? (
        <FormDialog
          key={opened.key}
          model={model}
          mode={opened.mode}
          {...(opened.id ? { id: opened.id } : {})}
          {...(opened.preset ? { preset: opened.preset } : {})}
          onClose={() => setOpened(null)}
          onSaved={reload}
          onEdit={() => open('edit', opened.id)}
        />
      ) : null}
    </div>
  )
}

/** What the server allows less what the rights have taken since; `update` is another word for editing. */
function actionsLeft(allowed: readonly ListAction[], taken: ReadonlySet<string>): ReadonlySet<ListAction> {
  const editable = !taken.has('update')
  return new Set(allowed.filter((action) => !taken.has(action) && (editable || action !== 'edit')))
}

/** Columns and filters that are left. */
function listLeft(list: CompiledForm['list'], taken: ReadonlySet<string>): CompiledForm['list'] {
  if (taken.size === 0) return list
  return {
    ...list,
    columns: list.columns.filter(({ field }) => !taken.has(field.name)),
    query: list.query.filter(({ field }) => !taken.has(field.name)),
  }
}
