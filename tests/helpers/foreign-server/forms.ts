/** What the forms of this server answer, written by hand after the wire's description and not by our own program. */

const ITEMS = (...pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([value, text]) => ({ value, title: text, text, label: text }))

const ORDER_TYPES = ITEMS(['1', '国内订单'], ['2', '国际订单'])
const LEVELS = ITEMS(['a', '普通'], ['b', '加急'])
const UNITS = ITEMS(['1', '件'], ['2', '箱'])

/** Dictionaries of the server by code. */
export const DICTIONARIES: Readonly<
  Record<string, readonly { value: string; text: string; title: string }[]>
> = {
  order_type: ORDER_TYPES,
  unit: UNITS,
  remind: ITEMS(['1', '邮件'], ['2', '短信'], ['4', '系统消息']),
}

const column = (dataIndex: string, title: string, fieldType: string, dbType: string, more: object = {}) => ({
  title,
  dataIndex,
  align: 'center',
  sorter: true,
  fieldType,
  dbType,
  fieldExtendJson: '',
  ...more,
})
const query = (field: string, label: string, view: string, mode: string, more: object = {}) => ({
  field,
  label,
  view,
  mode,
  hidden: '0',
  config: '',
  dictTable: '',
  dictCode: '',
  dictText: '',
  dbField: field,
  dbType: 'string',
  defValue: null,
  mustInput: '0',
  fieldExtendJson: '',
  ...more,
})
const text = (title: string, order: number, more: object = {}) => ({
  title,
  order,
  type: 'string',
  view: 'text',
  maxLength: 32,
  fieldExtendJson: '',
  ...more,
})
const listed = {
  formTemplate: '1',
  relationType: null,
  paginationFlag: 'Y',
  checkboxFlag: 'Y',
  scrollFlag: 1,
  isDesForm: 'N',
  desFormCode: '',
  themeTemplate: 'normal',
  dictOptions: {},
  fieldHrefSlots: [],
  cgButtonList: [],
  enhanceJs: '',
  hideColumns: [] as string[],
  foreignKeys: [] as object[],
}

export interface ForeignForm {
  /** Number of the form's head: it stands in addresses. */
  id: string
  table: string
  type: 1 | 2 | 3
  columns: object
  item: { head: object; schema: { required: string[]; properties: Record<string, object> } }
  query: readonly object[]
  /** Columns that a save writes; what it does not bring becomes empty. */
  stored: readonly string[]
  unique?: string
  /** Sub tables and their columns that point to the main record. */
  subs?: readonly { table: string; key: string }[]
  tree?: { parent: string; mark: string }
}

const ORDER_ID = '402880e570a5d7000170a5d700f50000'
const ITEM_ID = '402880e570a5d7000170a5d700f50001'
const CUSTOMER_ID = '402880e570a5d7000170a5d700f50002'
const AREA_ID = '402880e570a5d7000170a5d700f50003'

const order: ForeignForm = {
  id: ORDER_ID,
  table: 'fs_order',
  type: 2,
  unique: 'order_code',
  stored: [
    'order_code',
    'ctype',
    'order_date',
    'order_money',
    'urgency',
    'remind',
    'paid',
    'owner',
    'area',
    'goods',
    'province',
    'city',
    'content',
    'secret_note',
  ],
  subs: [
    { table: 'fs_order_item', key: 'order_fk_id' },
    { table: 'fs_order_customer', key: 'order_fk_id' },
  ],
  columns: {
    ...listed,
    code: ORDER_ID,
    currentTableName: 'fs_order',
    description: '外部订单',
    tableType: 2,
    columns: [
      column('order_code', '订单编号', 'text', 'string'),
      column('ctype', '订单类型', 'list', 'string', { customRender: 'ctype' }),
      column('order_date', '订单日期', 'date', 'Date', { scopedSlots: { customRender: 'dateSlot' } }),
      column('order_money', '金额', 'text', 'BigDecimal', { sorter: false, width: 120 }),
      column('owner', '负责人', 'sel_user', 'string', { customRender: '_replace_text_owner_dictText' }),
      column('paid', '已付款', 'switch', 'string', { customRender: 'paid' }),
      column('create_by', '创建人', 'text', 'string'),
      column('secret_note', '内部备注', 'text', 'string'),
    ],
    dictOptions: { ctype: ORDER_TYPES, paid: ITEMS(['Y', '是'], ['N', '否']) },
    hideColumns: ['secret_note', 'import', 'export'],
  },
  item: {
    head: {
      id: ORDER_ID,
      tableName: 'fs_order',
      tableTxt: '外部订单',
      tableType: 2,
      formTemplate: '2',
      isTree: 'N',
      treeParentIdField: null,
      themeTemplate: 'normal',
      subTableStr: 'fs_order_item,fs_order_customer',
      extConfigJson: '{"modelFullscreen":0,"modalMinWidth":""}',
    },
    schema: {
      required: ['order_code', 'ctype'],
      properties: {
        order_code: text('订单编号', 1, { pattern: 'only', errorInfo: '编号已经用过' }),
        ctype: text('订单类型', 2, {
          view: 'list',
          enum: ORDER_TYPES,
          dictCode: 'order_type',
          dictTable: '',
        }),
        order_date: text('订单日期', 3, { view: 'date' }),
        order_money: { ...text('金额', 4), type: 'number', dbPointLength: 2 },
        urgency: text('紧急程度', 5, { view: 'radio', enum: LEVELS, defVal: 'a' }),
        remind: text('提醒方式', 6, { view: 'checkbox', dictCode: 'remind', dictTable: '', maxLength: 100 }),
        paid: text('已付款', 7, {
          view: 'switch',
          fieldExtendJson: '{"switchOptions":["Y","N"]}',
          defVal: 'N',
        }),
        owner: text('负责人', 8, { view: 'sel_user', fieldExtendJson: '{"multiSelect":false}' }),
        area: text('区域', 9, {
          view: 'sel_tree',
          dict: 'fs_area,name,id',
          pidField: 'pid',
          pidValue: '0',
          hasChildField: 'has_child',
        }),
        goods: text('商品', 10, {
          view: 'sel_search',
          dictTable: "fs_goods where status='1'",
          dictCode: 'id',
          dictText: 'name',
        }),
        province: text('省', 11, {
          view: 'link_down',
          config: {
            table: 'fs_area',
            txt: 'name',
            key: 'id',
            linkField: 'city',
            idField: 'id',
            pidField: 'pid',
            condition: "pid = '0'",
          },
          others: [{ field: 'city', title: '市', order: 12 }],
        }),
        content: text('备注', 13, { view: 'textarea', maxLength: 200 }),
        fs_order_item: {
          view: 'tab',
          key: 'fs_order_item',
          describe: '订单明细',
          foreignKey: 'id',
          relationType: 0,
          order: 1,
          id: ITEM_ID,
          hideButtons: [],
          required: [],
          columns: [
            {
              key: 'product',
              title: '产品',
              type: 'input',
              width: '200px',
              validateRules: [{ required: true, message: '产品不能为空' }],
              fieldDefaultValue: '',
              fieldExtendJson: '',
              disabled: false,
              order: 1,
            },
            { key: 'price', title: '单价', type: 'inputNumber', width: 120, validateRules: [], order: 2 },
            {
              key: 'unit',
              title: '单位',
              type: 'select',
              options: UNITS,
              dictCode: 'unit',
              validateRules: [],
              order: 3,
            },
          ],
        },
        fs_order_customer: {
          view: 'tab',
          key: 'fs_order_customer',
          describe: '客户',
          foreignKey: 'id',
          relationType: 1,
          order: 2,
          id: CUSTOMER_ID,
          required: ['name'],
          properties: {
            name: text('客户名', 1),
            phone: text('电话', 2, { pattern: '^1[3-9]\\d{9}$', errorInfo: '请输入客户的手机号' }),
          },
        },
      },
    },
  },
  query: [
    query('ctype', '类型', 'list', 'single', { dictCode: 'order_type' }),
    query('order_code', '订单编号', 'text', 'like'),
    query('order_date', '订单日期', 'date', 'group', { dbType: 'Date' }),
  ],
}

const sub = (id: string, table: string, title: string, relation: 0 | 1, columns: readonly object[]) => ({
  id,
  table,
  type: 3 as const,
  columns: {
    ...listed,
    code: id,
    currentTableName: table,
    description: title,
    tableType: 3,
    relationType: relation,
    columns,
    foreignKeys: [{ field: 'order_fk_id', table: 'fs_order', key: 'id' }],
  },
  item: {
    head: { id, tableName: table, tableTxt: title, tableType: 3 },
    schema: { required: [], properties: {} },
  },
  query: [],
})

const item: ForeignForm = {
  ...sub(ITEM_ID, 'fs_order_item', '订单明细', 0, [
    column('product', '产品', 'text', 'string'),
    column('price', '单价', 'text', 'double'),
    column('unit', '单位', 'list', 'string'),
  ]),
  stored: ['order_fk_id', 'product', 'price', 'unit'],
}
const customer: ForeignForm = {
  ...sub(CUSTOMER_ID, 'fs_order_customer', '客户', 1, [column('name', '客户名', 'text', 'string')]),
  stored: ['order_fk_id', 'name', 'phone'],
}

const area: ForeignForm = {
  id: AREA_ID,
  table: 'fs_area',
  type: 1,
  stored: ['name', 'pid'],
  tree: { parent: 'pid', mark: 'has_child' },
  columns: {
    ...listed,
    code: AREA_ID,
    currentTableName: 'fs_area',
    description: '外部区域',
    tableType: 1,
    columns: [
      column('name', '区域名称', 'text', 'string'),
      column('create_time', '创建时间', 'datetime', 'Datetime'),
    ],
    pidField: 'pid',
    hasChildrenField: 'has_child',
    textField: 'name',
  },
  item: {
    head: {
      id: AREA_ID,
      tableName: 'fs_area',
      tableTxt: '外部区域',
      tableType: 1,
      formTemplate: '1',
      isTree: 'Y',
      treeParentIdField: 'pid',
      extConfigJson: null,
    },
    schema: {
      required: ['name'],
      properties: {
        name: text('区域名称', 1),
        pid: text('父级节点', 2, {
          view: 'sel_tree',
          dict: 'fs_area,name,id',
          pidField: 'pid',
          pidValue: '0',
          hasChildField: 'has_child',
        }),
      },
    },
  },
  query: [query('name', '区域名称', 'text', 'like')],
}

const goods: ForeignForm = {
  id: '402880e570a5d7000170a5d700f50004',
  table: 'fs_goods',
  type: 1,
  stored: ['name', 'status'],
  columns: { ...listed, currentTableName: 'fs_goods', description: '商品', columns: [] },
  item: { head: { tableName: 'fs_goods' }, schema: { required: [], properties: {} } },
  query: [],
}

export const FORMS: readonly ForeignForm[] = [order, item, customer, area, goods]
export const ORDERS = ORDER_ID
export const AREAS = AREA_ID
