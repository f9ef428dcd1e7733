import { DeleteOutlined, DownOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import {
  Alert,
  App,
  Button,
  Card,
  Dropdown,
  Empty,
  Flex,
  Popconfirm,
  Result,
  Skeleton,
  Space,
  Table,
  type TableProps,
  Tooltip,
} from 'antd'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { PageOf } from '#schemas/api/envelope.ts'
import type { Row } from '#schemas/compile/model.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { asRequestError, useRequest } from '../data/use-request.ts'
import type { PageModel } from '../page/page-model.ts'
import { QueryBar } from '../query/QueryBar.tsx'
import { tableColumns } from './columns.tsx'
import { initialListState, type ListState, listQuery, listStateSearch, parseListState } from './list-state.ts'
import './list.css'

const FormDialog = lazy(() =>
  import('../form/FormDialog.tsx').then((module) => ({ default: module.FormDialog })),
)

interface Props {
  model: PageModel
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

/** The generated list page: query bar, toolbar, table, and the form in a dialog. */
export function ListPage({ model, search, onSearch }: Props) {
  const { form, definition } = model
  const { client, registry } = useRenderer()
  const { message, modal } = App.useApp()
  const [state, setState] = useState(() => parseListState(form, search))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [size, setSize] = useState<'small' | 'middle'>('middle')
  const openings = useRef(0)
  const actions = new Set(definition.access.actions)
  const filtered = Object.keys(listQuery(form, state).filter ?? {}).length > 0
  const isTree = form.tree !== null

  const page = useRequest<PageOf<Row>>(
    (signal) =>
      client.list(
        form.code,
        { ...listQuery(form, state), ...(isTree ? { tree: filtered ? 'search' : 'roots' } : {}) },
        { signal },
      ),
    [client, form, state, isTree, filtered],
  )
  const [children, setChildren] = useState<Readonly<Record<string, Row[]>>>({})

  const go = useCallback(
    (next: ListState) => {
      setState(next)
      setChildren({})
      onSearch(listStateSearch(form, next))
    },
    [form, onSearch],
  )
  const reload = useCallback(() => {
    setChildren({})
    page.reload()
  }, [page.reload])

  const open = useCallback((mode: Opened['mode'], id?: string, preset?: Row) => {
    openings.current++
    setOpened({ mode, key: openings.current, ...(id ? { id } : {}), ...(preset ? { preset } : {}) })
  }, [])

  const remove = useCallback(
    async (ids: readonly string[]) => {
      try {
        await client.remove(form.code, ids)
      } catch (caught) {
        message.error(asRequestError(caught).message)
        return
      }
      message.success(ids.length > 1 ? '批量删除成功！' : '删除成功!')
      setSelected((before) => before.filter((id) => !ids.includes(id)))
      const left = (page.data?.records.length ?? 0) - ids.length
      // The last rows of the last page are gone: one page back.
      if (left <= 0 && state.pageNo > 1) go({ ...state, pageNo: state.pageNo - 1 })
      else reload()
    },
    [client, form, message, page.data, state, go, reload],
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

  const loadChildren = useCallback(
    async (id: string) => {
      if (!form.tree) return
      try {
        const found = await client.list(form.code, {
          pageNo: 1,
          pageSize: -521,
          filter: { [form.tree.parent]: id },
          tree: 'children',
        })
        setChildren((before) => ({ ...before, [id]: found.records }))
      } catch (caught) {
        message.error(asRequestError(caught).message)
      }
    },
    [client, form, message],
  )

  const columns = useMemo(() => {
    const data = tableColumns(form, registry, definition.dicts, state.sort)
    const more = (row: Row) => [
      ...(actions.has('detail')
        ? [{ key: 'detail', label: '详情', onClick: () => open('detail', String(row.id)) }]
        : []),
      ...(isTree && actions.has('add') && form.tree
        ? [
            {
              key: 'child',
              label: '添加下级',
              onClick: () => open('add', undefined, { [form.tree?.parent ?? 'pid']: row.id }),
            },
          ]
        : []),
    ]
    return [
      ...data,
      {
        key: 'action',
        title: '操作',
        fixed: 'right' as const,
        width: 150,
        render: (_: unknown, row: Row) => (
          <Space size={4}>
            {actions.has('edit') ? (
              <Button type="link" size="small" onClick={() => open('edit', String(row.id))}>
                编辑
              </Button>
            ) : actions.has('detail') ? (
              <Button type="link" size="small" onClick={() => open('detail', String(row.id))}>
                详情
              </Button>
            ) : null}
            {actions.has('edit') && (more(row).length > 0 || actions.has('delete')) ? (
              <RowMenu
                items={more(row)}
                {...(actions.has('delete') ? { onDelete: () => remove([String(row.id)]) } : {})}
              />
            ) : actions.has('delete') ? (
              <RowMenu items={[]} onDelete={() => remove([String(row.id)])} />
            ) : null}
          </Space>
        ),
      },
    ]
    // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are those of the definition
  }, [form, registry, definition, state.sort, isTree, open, remove])

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

  const records = useMemo(
    () =>
      isTree && !filtered && form.tree
        ? withChildren(page.data?.records ?? [], children, form.tree.hasChild)
        : (page.data?.records ?? []),
    [page.data, children, isTree, filtered, form],
  )
  const refusedOnly = page.error && page.data === null

  return (
    <div className="expo-list">
      <Problems model={model} />
      <QueryBar
        form={form}
        filter={state.filter}
        busy={page.loading}
        onSearch={(filter) =>
          sameFilter(filter, state.filter) && state.pageNo === 1
            ? reload()
            : go({ ...state, filter, pageNo: 1 })
        }
        onReset={() => {
          setSelected([])
          const begun = initialListState(form)
          if (listStateSearch(form, { ...state, pageSize: begun.pageSize }) === '') reload()
          go({ ...begun, pageSize: state.pageSize })
        }}
      />
      <Card size="small" variant="borderless" className="expo-list-card">
        <Flex justify="space-between" align="center" wrap gap={8} className="expo-list-toolbar">
          <Space wrap>
            {actions.has('add') ? (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => open('add')}>
                新增
              </Button>
            ) : null}
            {actions.has('batch_delete') && actions.has('delete') ? (
              <Button danger icon={<DeleteOutlined />} onClick={removeSelected}>
                批量删除
              </Button>
            ) : null}
          </Space>
          <Space>
            <Tooltip title="刷新">
              <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={reload} />
            </Tooltip>
            <Dropdown
              menu={{
                selectable: true,
                selectedKeys: [size],
                items: [
                  { key: 'middle', label: '默认' },
                  { key: 'small', label: '紧凑' },
                ],
                onClick: ({ key }) => setSize(key as 'small' | 'middle'),
              }}
              trigger={['click']}
            >
              <Button type="text" aria-label="密度">
                密度 <DownOutlined />
              </Button>
            </Dropdown>
          </Space>
        </Flex>
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
        {refusedOnly ? (
          <Result
            status={page.error?.status === 403 ? '403' : 'error'}
            title={
              page.error?.status === 403 ? '您没有查看这些数据的权限' : (page.error?.message ?? '加载失败')
            }
            subTitle={page.error?.requestId ? `请求编号：${page.error.requestId}` : undefined}
            extra={<Button onClick={reload}>重试</Button>}
          />
        ) : page.data === null ? (
          <Skeleton active paragraph={{ rows: 8 }} className="expo-list-skeleton" />
        ) : (
          <Table<Row>
            rowKey={(row) => String(row.id)}
            size={size}
            columns={columns}
            dataSource={records}
            loading={page.loading}
            scroll={{ x: 'max-content' }}
            sticky={{ offsetHeader: 0 }}
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
                  },
                }
              : {})}
            {...(isTree && !filtered
              ? {
                  expandable: {
                    onExpand: (expanded: boolean, row: Row) =>
                      expanded ? void loadChildren(String(row.id)) : undefined,
                  },
                }
              : {})}
            pagination={
              form.list.paging
                ? {
                    current: state.pageNo,
                    pageSize: state.pageSize,
                    total: page.data.total,
                    pageSizeOptions: form.list.pageSizes.map(String),
                    showSizeChanger: true,
                    showQuickJumper: true,
                    showTotal: (total, [from, to]) => `${from}-${to} 共${total}条`,
                  }
                : false
            }
          />
        )}
        {page.error && page.data !== null ? (
          <Alert
            type="error"
            showIcon
            title={page.error.message}
            action={
              <Button size="small" onClick={reload}>
                重试
              </Button>
            }
          />
        ) : null}
      </Card>
      {opened ? (
        <Suspense fallback={null}>
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
        </Suspense>
      ) : null}
    </div>
  )
}

function RowMenu({
  items,
  onDelete,
}: {
  items: { key: string; label: string; onClick(): void }[]
  onDelete?(): void
}) {
  const [asking, setAsking] = useState(false)
  return (
    <Popconfirm
      title="是否确认删除?"
      open={asking}
      okText="删除"
      cancelText="取消"
      okButtonProps={{ danger: true }}
      onConfirm={() => {
        setAsking(false)
        onDelete?.()
      }}
      onCancel={() => setAsking(false)}
    >
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...items,
            ...(onDelete
              ? [{ key: 'delete', label: '删除', danger: true, onClick: () => setAsking(true) }]
              : []),
          ],
        }}
      >
        <Button type="link" size="small">
          更多 <DownOutlined />
        </Button>
      </Dropdown>
    </Popconfirm>
  )
}

/** What is wrong with the document, said plainly above what works. */
function Problems({ model }: { model: PageModel }) {
  const { problems, synced } = model.definition
  const errors = problems.filter((problem) => problem.severity === 'error')
  if (synced && errors.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      closable
      style={{ marginBottom: 12 }}
      title={
        synced
          ? `该页面的文档有 ${errors.length} 处问题，其余部分可正常使用`
          : '数据表与文档尚未同步，部分字段可能无法保存'
      }
      {...(errors.length > 0
        ? {
            description: (
              <ul style={{ margin: 0, paddingInlineStart: 18 }}>
                {errors.slice(0, 8).map((problem) => (
                  <li key={`${problem.path} ${problem.message}`}>{problem.message}</li>
                ))}
              </ul>
            ),
          }
        : {})}
    />
  )
}

function sameFilter(
  left: Readonly<Record<string, string>>,
  right: Readonly<Record<string, string>>,
): boolean {
  return Object.keys({ ...left, ...right }).every((name) => (left[name] ?? '') === (right[name] ?? ''))
}

/** Nodes with children get them once they are loaded, and an empty list before: the arrow is there. */
function withChildren(rows: readonly Row[], children: Readonly<Record<string, Row[]>>, mark: string): Row[] {
  return rows.map((row) => {
    const loaded = children[String(row.id)]
    if (loaded) return loaded.length > 0 ? { ...row, children: withChildren(loaded, children, mark) } : row
    return String(row[mark] ?? '0') === '1' ? { ...row, children: [] } : row
  })
}
