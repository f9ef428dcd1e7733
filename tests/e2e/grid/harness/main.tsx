import { App, ConfigProvider, Drawer, Modal } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { createRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type DataClient, type ListQuery, RequestError, type RowSource } from '#renderer/data/data-client.ts'
import { RowSheet } from '#renderer/form/RowSheet.tsx'
import type { GridContent } from '#renderer/grid/core/row-source.types.ts'
import { SubTableGrid } from '#renderer/grid/index.ts'
import type { SubTableGridHandle } from '#renderer/grid/sub-table/types.ts'
import { RendererProvider } from '#renderer/widget/renderer-context.tsx'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row, RowError } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { themeOf } from '#src/shell/theme.ts'
import { createWidgetRegistry } from '#widgets/index.ts'

const query = new URLSearchParams(location.search)

const PARTNER: Property = {
  type: 'string',
  title: '搭档',
  view: 'link_table',
  options: { table: 'expo_booth', value: 'code', text: 'hall', showType: 'card' },
}
/** Those of age 65 and above are of kind b; who is a VIP has no hall of their own. */
const RULES: NonNullable<FormDocument['rules']> = [
  // biome-ignore lint/suspicious/noThenProperty: a word of the documents
  { if: 'age >= 65', then: { options: { kind: ['b'] } } },
  // biome-ignore lint/suspicious/noThenProperty: a word of the documents
  { if: { field: 'vip', rule: 'eq', val: 'Y' }, then: { readonly: ['hall'] } },
]

const document_: FormDocument = {
  kind: 'form',
  code: 'expo_contact',
  title: '联系人',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: '姓名', view: 'text', maxLength: 10 },
      age: { type: 'integer', title: '年龄', view: 'number', maximum: 150 },
      sex: { type: 'string', title: '性别', view: 'list', dict: 'sex' },
      birthday: { type: 'string', title: '生日', view: 'date', format: 'date' },
      owner: { type: 'string', title: '负责人', view: 'sel_user', options: { multiSelect: true } },
      booth: {
        type: 'string',
        title: '展位',
        view: 'popup',
        options: { popupCode: 'expo_booth', orgFields: 'code,hall', destFields: 'booth,hall' },
      },
      hall: { type: 'string', title: '展馆', view: 'text', unique: true },
      vip: { type: 'string', title: '贵宾', view: 'switch' },
      note: { type: 'string', title: '备注', view: 'textarea', maxLength: 500 },
      area: { type: 'string', title: '地区', view: 'pca' },
      at: { type: 'string', title: '到达', view: 'datetime', format: 'datetime' },
      clock: { type: 'string', title: '时刻', view: 'time', format: 'time' },
      kind: {
        type: 'string',
        title: '类别',
        view: 'radio',
        dict: [
          { value: 'a', text: '甲类' },
          { value: 'b', text: '乙类' },
        ],
      },
      exhibitor_id: { type: 'string', title: '主表', view: 'text' },
      ...(query.has('link') ? { partner: PARTNER } : {}),
      place: { type: 'integer', title: '序号', view: 'hidden' },
    },
  },
  rules: query.has('rules') ? RULES : [],
}

const booths: FormDocument = {
  kind: 'form',
  code: 'expo_booth',
  title: '展位',
  schema: {
    type: 'object',
    properties: {
      code: { type: 'string', title: '展位号', view: 'text' },
      hall: { type: 'string', title: '展馆', view: 'text' },
    },
  },
  list: { columns: ['code', 'hall'], query: [{ field: 'code', mode: 'like' }] },
}
const ROWS: Record<string, Row[]> = {
  sys_user: [
    { id: '1', username: 'zhang', realname: '张三' },
    { id: '2', username: 'li', realname: '李四' },
    { id: '3', username: 'wang', realname: '王五' },
    { id: '4', username: 'wei1', realname: '王伟' },
    { id: '5', username: 'wei2', realname: '王伟' },
  ],
  expo_booth: [
    { id: 'b1', code: 'B1', hall: '一号馆' },
    { id: 'b2', code: 'B2', hall: '二号馆' },
  ],
}

const BOOTHS = (ROWS.expo_booth ?? []).map((booth) => ({
  value: String(booth.code),
  text: String(booth.hall),
}))

/** Only what the cells of this page ask for. */
const client = {
  page: async () => ({
    kind: 'form',
    document: booths,
    subDocuments: {},
    version: '1',
    problems: [],
    synced: true,
    access: { actions: [], readonly: [] },
    dicts: {},
  }),
  list: async ({ code }: RowSource, { filter }: ListQuery) => {
    // The field over a cell may ask for its first choices as well, without a filter.
    if (filter) window.asked.push(code)
    await new Promise((resolve) => setTimeout(resolve, window.delay))
    if (window.broken) throw new RequestError('网络连接失败', 0)
    const holds = (row: Row, one: Condition): boolean =>
      'and' in one
        ? one.and.every((part) => holds(row, part))
        : 'or' in one
          ? one.or.some((part) => holds(row, part))
          : one.rule === 'like'
            ? String(row[one.field]).includes(String(one.val))
            : [one.val].flat().map(String).includes(String(row[one.field]))
    const records = (ROWS[code] ?? []).filter((row) => !filter || holds(row, filter))
    return { records, total: records.length, size: 10, current: 1, pages: 1 }
  },
  tree: async () => [],
  options: async (source: { table?: { table: string } }) =>
    source.table?.table === 'expo_booth'
      ? BOOTHS
      : [
          { value: '1', text: '男' },
          { value: '2', text: '女' },
        ],
  labels: async (source: { table?: { table: string } }, values: readonly string[]) =>
    (source.table?.table === 'expo_booth'
      ? BOOTHS
      : (ROWS.sys_user ?? []).map((user) => ({ value: String(user.username), text: String(user.realname) }))
    ).filter(({ value }) => values.includes(value)),
} as unknown as DataClient

const count = Number(query.get('rows') ?? 3)
const initial: Row[] = Array.from({ length: count }, (_, index) => ({
  id: `r${index + 1}`,
  _version: 1,
  name: `联系人${index + 1}`,
  age: 20 + index,
  sex: index % 2 ? '2' : '1',
  sex_dictText: index % 2 ? '女' : '男',
  birthday: '2000-01-02',
  owner: 'zhang,li',
  booth: null,
  hall: null,
  vip: 'N',
  note: null,
  exhibitor_id: 'm1',
}))
const services = {
  user: { id: 'u1', username: 'zhang', realname: '张三', orgCode: 'A01' },
  registry: createWidgetRegistry(),
  client,
  gridLicenseKey: 'non-commercial-and-evaluation',
  looks: {
    get: (name: string) => sessionStorage.getItem(name),
    set: (name: string, value: string) => sessionStorage.setItem(name, value),
  },
}
// The application's own colours; antd's rules are made here, where no file brings them.
const look = {
  ...themeOf({ theme: query.has('dark') ? 'dark' : 'light', color: '#1677ff' }),
  zeroRuntime: false,
}
const grid = createRef<SubTableGridHandle>()
if (query.has('drawer')) {
  // The first cell, which a new row begins with, has no input of the grid: nothing scrolls to it by itself.
  const { owner, ...others } = document_.schema.properties
  document_.schema.properties = { ...(owner ? { owner } : {}), ...others }
}
const form = compileForm(document_)

declare global {
  interface Window {
    grid: { current: SubTableGridHandle | null }
    last: GridContent | null
    errorCount: number
    /** Sources that were asked what texts mean. */
    asked: string[]
    /** How long a list takes (ms), and whether it fails. */
    delay: number
    broken: boolean
    reveal(): void
    impose(errors: RowError[]): void
  }
}
window.grid = grid
window.last = null
window.errorCount = 0
window.asked = []
window.delay = 0
window.broken = false

function Page() {
  const [errors, setErrors] = useState<RowError[]>([])
  const [hidden, setHidden] = useState(query.has('hidden'))
  window.impose = setErrors
  window.reveal = () => setHidden(false)
  const sheet = (
    <SubTableGrid
      ref={grid}
      form={form}
      foreignKey="exhibitor_id"
      rowSheet={RowSheet}
      rows={initial}
      errors={errors}
      disabled={query.has('disabled')}
      minRows={Number(query.get('min') ?? 0)}
      {...(query.has('order') ? { order: 'place' } : {})}
      onChange={(content) => {
        window.last = content
      }}
      onErrorCount={(n) => {
        window.errorCount = n
      }}
    />
  )
  return (
    <ConfigProvider locale={zhCN} theme={look}>
      <App>
        <RendererProvider services={services}>
          {query.has('modal') ? (
            <Modal
              open
              width={1100}
              title="参展商"
              okText="保存"
              onCancel={() => {
                window.document.title = 'closed'
              }}
            >
              {sheet}
            </Modal>
          ) : query.has('drawer') ? (
            <Drawer open size={1100} title="参展商" footer="保存" mask={{ closable: false }}>
              <div style={{ height: 640 }}>表单</div>
              {sheet}
            </Drawer>
          ) : (
            <main style={{ padding: 16, background: query.has('dark') ? '#141414' : '#fff' }}>
              <div hidden={hidden}>{sheet}</div>
              <button type="button" id="outside">
                外面
              </button>
            </main>
          )}
        </RendererProvider>
      </App>
    </ConfigProvider>
  )
}

const root = window.document.getElementById('root')
if (root) createRoot(root).render(<Page />)
