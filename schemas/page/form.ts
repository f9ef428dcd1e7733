import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { MAX_EXPRESSION } from '../rules/expression/syntax.ts'
import { listAction } from './action.ts'
import { type Condition, conditionSchema } from './condition.ts'
import { NAME_PATTERN, TOTAL_KINDS } from './form-words.ts'
import { listLayout } from './list-layout.ts'
import { printTemplate } from './print.ts'
import { dictSchema, property } from './property.ts'
import { ROW_SOURCES } from './source-names.ts'
import { documentTexts } from './texts.ts'

export type { FormAction } from './action.ts'
// Kept apart, so that the browser can use the words without the shapes.
export { type DbType, LIST_ACTIONS, type ListAction } from './form-words.ts'
export { type Dict, type DictOption, dictOption, type Property } from './property.ts'

const strict = { additionalProperties: false } as const
const scalar = () => Type.Union([Type.String(), Type.Number(), Type.Boolean()])
const name = () => Type.String({ pattern: NAME_PATTERN })
const names = (description: string, ...examples: unknown[]) =>
  Type.Optional(described(Type.Array(name()), description, ...examples))

const listColumn = Type.Union([
  name(),
  Type.Object(
    {
      field: name(),
      width: Type.Optional(described(Type.Integer({ minimum: 20, maximum: 2000 }), 'Width in px.', 160)),
      sortable: Type.Optional(described(Type.Boolean(), 'false: the list is not sorted by it.', false)),
      total: Type.Optional(
        described(
          Type.Enum(TOTAL_KINDS),
          'Shown below the column, over all rows that the query finds: the sum or average of a number, or how many rows have a value.',
          'sum',
        ),
      ),
      fixed: Type.Optional(
        described(
          Type.Union([Type.Literal('left'), Type.Literal('right')]),
          'Stays in view when the table scrolls.',
          'left',
        ),
      ),
    },
    strict,
  ),
])

/** Also `<sub table>@<field>`, which a list of main records asks of their sub rows. */
const queryField = () =>
  Type.String({ pattern: `${NAME_PATTERN.slice(0, -1)}(@${NAME_PATTERN.slice(1, -1)})?$` })

const queryItem = Type.Union([
  queryField(),
  Type.Object(
    {
      field: queryField(),
      mode: Type.Optional(
        described(
          Type.Union([
            Type.Literal('single'),
            Type.Literal('like'),
            Type.Literal('ne'),
            Type.Literal('ge'),
            Type.Literal('le'),
            Type.Literal('group'),
          ]),
          'single: equal; like: contains; ne: anything else; ge, le: from, up to; group: from – to.',
          'group',
          'ne',
        ),
      ),
      view: Type.Optional(
        described(
          Type.String({ minLength: 1 }),
          "Widget kind of the filter, where it is not the field's.",
          'list_multi',
        ),
      ),
      options: Type.Optional(
        described(Type.Record(Type.String(), Type.Unknown()), 'Options of that widget.', {
          multiSelect: true,
        }),
      ),
      dict: Type.Optional(dictSchema),
      default: Type.Optional(described(scalar(), 'Filter value when the page opens.', '1')),
      required: Type.Optional(described(Type.Boolean(), 'The list is not asked for without it.', true)),
      title: Type.Optional(described(Type.String(), 'Label of the filter.', '展会状态')),
    },
    strict,
  ),
])

const tree = Type.Object(
  {
    parent: described(name(), 'Column that holds the id of the parent record.', 'pid'),
    hasChild: Type.Optional(
      described(
        name(),
        'Column in which the platform marks parents; `has_child` by default. Trees that are chosen from by it need it among the properties.',
        'has_child',
      ),
    ),
    label: described(name(), 'Column shown as the node.', 'name'),
    root: Type.Optional(described(Type.String(), 'Parent value of the roots; `0` by default.', '0')),
  },
  strict,
)

const subTable = Type.Object(
  {
    code: described(name(), "Code of the sub table's own form document.", 'expo_contact'),
    foreignKey: described(name(), 'Column of the sub table that points to the main record.', 'exhibitor_id'),
    mainField: Type.Optional(
      described(name(), 'Column of the main table that it points to: `id` by default.', 'id'),
    ),
    relation: described(
      Type.Union([Type.Literal('many'), Type.Literal('one')]),
      'many: a grid of rows; one: a form of its own.',
      'many',
    ),
    title: Type.Optional(described(Type.String(), 'Label of the tab.', '联系人')),
    minRows: Type.Optional(
      described(Type.Integer({ minimum: 0 }), 'Rows without which the record is not saved.', 1),
    ),
    order: Type.Optional(
      described(
        name(),
        'Number of the sub table that holds the place of a row, for `many`: the rows are read in its order, put in order by dragging or by 上移 and 下移, and numbered from 1.',
        'line_no',
      ),
    ),
    compact: Type.Optional(
      described(
        Type.Boolean(),
        'For `many`: rows of one line (36 px) instead of 61 px. Users may choose otherwise.',
        true,
      ),
    ),
    selection: Type.Optional(
      described(
        Type.Union([Type.Literal('checkbox'), Type.Literal('radio')]),
        'For `many`: whether several rows are selected (when absent) or one. A stored row whose form does not let it be deleted (`when` of `delete`) is not selected.',
        'radio',
      ),
    ),
  },
  strict,
)

const index = Type.Object(
  {
    name: Type.Optional(
      described(name(), 'Name of the index; derived from the columns where absent.', 'idx_level_area'),
    ),
    columns: described(Type.Array(name(), { minItems: 1 }), 'Columns in order.', ['level', 'area']),
    unique: Type.Optional(
      described(Type.Boolean(), 'No two records of a tenant may share the values.', true),
    ),
  },
  strict,
)

const address = () => Type.String({ pattern: '^(/[\\w-]+)+$' })

const listUrl = Type.Object(
  {
    list: Type.Optional(described(address(), 'GET: a page of rows.', '/sys/position/list')),
    delete: Type.Optional(described(address(), 'DELETE with `id`.', '/sys/position/delete')),
    deleteBatch: Type.Optional(described(address(), 'DELETE with `ids`.', '/sys/position/deleteBatch')),
  },
  strict,
)

const list = Type.Object(
  {
    columns: Type.Optional(
      described(Type.Array(listColumn), "Columns of the list, in order; the form's fields where absent.", [
        'name',
        { field: 'level', width: 100 },
      ]),
    ),
    query: Type.Optional(
      described(
        Type.Array(queryItem),
        "Filters above the list. `sub table@field` asks of the rows of a sub table, by that field's own control: a record is found when one of its rows meets all filters of the table.",
        ['name', { field: 'open_date', mode: 'group' }, 'contact@phone'],
      ),
    ),
    url: Type.Optional(
      described(
        listUrl,
        "Addresses below the API's base that answer the list instead of the form's own table.",
        { list: '/sys/position/list' },
      ),
    ),
    sort: Type.Optional(
      described(
        Type.String(),
        '`column` or `column desc`, several separated by commas; `create_time desc` by default.',
        'open_date desc',
      ),
    ),
    order: Type.Optional(
      described(
        name(),
        'Tree forms: the number that holds the place of a record among those below the same parent. The list is in this order before `sort`; whoever may edit records drags them to another place or below another parent, or uses 上移 and 下移.',
        'sort_no',
      ),
    ),
    pageSize: Type.Optional(
      described(Type.Integer({ minimum: 1, maximum: 1000 }), 'Rows per page; 50 by default.', 50),
    ),
    paging: Type.Optional(described(Type.Boolean(), 'false: all rows on one page.', false)),
    groupBy: Type.Optional(
      described(
        name(),
        'Field by whose values the rows are counted and chosen above the list (days by months), until the user groups them otherwise.',
        'status',
      ),
    ),
    layouts: Type.Optional(
      described(
        Type.Array(listLayout, { minItems: 1, maxItems: 8 }),
        'Other ways in which the rows are shown, beside the table: a board, a calendar, a gallery. The list opens with the first; the table is the first where it is not named.',
        [
          { kind: 'board', groupBy: 'status', label: 'name', fields: ['company'] },
          { kind: 'calendar', start: 'start_date', end: 'end_date' },
        ],
      ),
    ),
    checkbox: Type.Optional(described(Type.Boolean(), 'false: rows cannot be ticked.', false)),
    actions: Type.Optional(
      described(
        Type.Array(listAction),
        "Buttons offered, in order; all built-in ones by default. Rights decide as well. A built-in action is named by its code, or by an object where it has a condition or other words; the document's own are objects with `does`.",
        ['add', 'edit', 'detail', 'delete'],
      ),
    ),
  },
  strict,
)

const group = Type.Object(
  {
    title: described(Type.String(), 'Heading, or label of the tab.', '联系方式'),
    fields: described(Type.Array(name(), { minItems: 1 }), 'Fields of the group, in order.', [
      'phone',
      'email',
    ]),
    tab: Type.Optional(described(Type.Boolean(), 'The group is a tab.', true)),
  },
  strict,
)

const layout = Type.Object(
  {
    columns: Type.Optional(
      described(
        Type.Union([Type.Integer({ minimum: 1, maximum: 4 }), Type.Literal('fit')]),
        'Columns of the form; `fit` for as many as there is room for.',
        2,
      ),
    ),
    detailColumns: Type.Optional(
      described(
        Type.Integer({ minimum: 1, maximum: 4 }),
        'Columns of the details; 3 by default. Narrow windows have fewer.',
        2,
      ),
    ),
    details: Type.Optional(
      described(
        Type.Union([Type.Literal('dialog'), Type.Literal('page')]),
        'Where a record of the list opens to be read: in a dialog by default, which leads on to the page of the record.',
        'page',
      ),
    ),
    groups: Type.Optional(
      described(
        Type.Array(group),
        'Fields under a heading, or each group a tab. Fields named in no group come first.',
        [{ title: '联系方式', fields: ['phone', 'email'], tab: true }],
      ),
    ),
    steps: Type.Optional(
      described(
        Type.Boolean(),
        'The groups are steps: one is shown at a time, and judged before the next. Fields named in no group are the first step. Details show all of them.',
        true,
      ),
    ),
    width: Type.Optional(
      described(Type.Integer({ minimum: 320, maximum: 2400 }), 'Width in px of the dialog.', 1000),
    ),
    fullscreen: Type.Optional(described(Type.Boolean(), 'The dialog opens over the whole window.', true)),
    theme: Type.Optional(
      described(
        Type.Union([
          Type.Literal('normal'),
          Type.Literal('erp'),
          Type.Literal('innerTable'),
          Type.Literal('tab'),
        ]),
        'How a main form and its sub tables stand on the list page.',
        'tab',
      ),
    ),
  },
  strict,
)

const expression = () => Type.String({ minLength: 1, maxLength: MAX_EXPRESSION })

const rule = Type.Object(
  {
    if: Type.Optional(
      described(
        Type.Union([conditionSchema, expression()]),
        'When the rule holds: a condition or an expression; always, where absent.',
        { field: 'level', rule: 'eq', val: 'vip' },
        'end_date < start_date',
      ),
    ),
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nothing awaits a rule.
    then: Type.Object(
      {
        require: names('Fields that must have a value.', ['owner']),
        hide: names('Fields that are not shown (and keep their value).', ['discount']),
        show: names('Fields that are shown only while such a rule holds.', ['reason']),
        readonly: names('Fields that cannot be changed.', ['level']),
        value: Type.Optional(
          described(
            Type.Record(Type.String({ pattern: NAME_PATTERN }), expression()),
            'Fields that are calculated: by the form while it is typed in, and again by the server when it is saved. They cannot be entered. Of several rules for one field the first that holds gives the value.',
            { total: 'price * quantity' },
          ),
        ),
        default: Type.Optional(
          described(
            Type.Record(Type.String({ pattern: NAME_PATTERN }), expression()),
            'First values of new records, calculated anew until the field is changed by hand.',
            { end_date: 'addDays(start_date, 30)' },
          ),
        ),
        options: Type.Optional(
          described(
            Type.Record(
              Type.String({ pattern: NAME_PATTERN }),
              Type.Union([
                Type.Array(Type.Union([Type.String(), Type.Number()]), { minItems: 1 }),
                expression(),
              ]),
            ),
            'Choices that are left of a field: a list of values, or an expression that holds for them (`#{option}` is the value of a choice). Where several rules hold, those that all of them leave.',
            { hall: ['A', 'B'] },
            { hall: 'startsWith(#{option}, city)' },
          ),
        ),
        message: Type.Optional(
          described(
            Type.Record(
              Type.String({ pattern: NAME_PATTERN }),
              Type.String({ minLength: 1, maxLength: 200 }),
            ),
            'The record is refused, with this sentence at the field.',
            { end_date: '结束日期不能早于开始日期' },
          ),
        ),
      },
      strict,
    ),
  },
  strict,
)

const permissions = Type.Object(
  {
    columns: Type.Optional(
      described(
        Type.Array(
          Type.Object(
            {
              field: name(),
              control: Type.Union([Type.Literal('visible'), Type.Literal('editable')]),
            },
            strict,
          ),
        ),
        'Columns that need a grant to be seen or edited.',
        [{ field: 'phone', control: 'visible' }],
      ),
    ),
    rows: Type.Optional(
      described(
        Type.Array(Type.Object({ code: name(), title: Type.String(), where: conditionSchema }, strict)),
        'Row rules: a user sees the rows that match one of the rules granted, and saves only rows that match one.',
        [{ code: 'own', title: '本人负责', where: { field: 'owner', rule: 'eq', val: '#{sys_user_code}' } }],
      ),
    ),
    unruled: Type.Optional(
      described(
        Type.Union([Type.Literal('none'), Type.Literal('all')]),
        'What users see who hold none of the row rules: no row (when absent), or all of them.',
        'all',
      ),
    ),
  },
  strict,
)

const store = Type.Union([
  Type.Object(
    {
      table: described(
        name(),
        'A table of the platform. Only documents that ship with the product may name one; properties are called as on the wire (`postRank` is the column `post_rank`).',
        'sys_position',
      ),
    },
    strict,
  ),
  Type.Object(
    { source: described(Type.Enum(ROW_SOURCES), 'Rows that a server module computes.', 'online-user') },
    strict,
  ),
])

const grant = Type.Record(
  Type.String({ minLength: 1, maxLength: 100 }),
  Type.Array(Type.String({ minLength: 1 })),
)

/** An online form: one document from which table, list, form, validator and API follow. */
export const formDocument = Type.Object(
  {
    $schema: Type.Optional(
      described(
        Type.String(),
        'Path of definition.schema.json, for editors.',
        '../../definition.schema.json',
      ),
    ),
    kind: Type.Literal('form'),
    code: described(
      name(),
      "Name of the form in addresses, permission codes and references; also the file's name.",
      'expo_exhibitor',
    ),
    title: described(Type.String({ minLength: 1, maxLength: 200 }), 'Name shown.', '参展商'),
    description: Type.Optional(described(Type.String(), 'What the form is for.', '展会的参展单位')),
    table: Type.Optional(
      described(
        name(),
        "Stored table; the code when absent. A document that shares another's table is a view of it.",
        'expo_exhibitor',
      ),
    ),
    store: Type.Optional(
      described(
        store,
        "Where the rows are; the form's own table where absent. For screens of the product alone: with `table` elsewhere, the check refuses the document.",
        { table: 'sys_position' },
        { source: 'online-user' },
      ),
    ),
    rights: Type.Optional(
      described(
        Type.String({ pattern: '^[a-zA-Z][\\w-]*(:[a-zA-Z][\\w-]*)*$', maxLength: 200 }),
        'What permission codes of the form begin with: `<rights>:list`, `<rights>:add` …; `online:<code>` where absent.',
        'system:position',
      ),
    ),
    grant: Type.Optional(
      described(
        grant,
        'Rights that roles hold after the first start, by role code: `list` and the codes of the actions. Row rules and columns are granted on the screen: until then, such a role sees no row of a form with row rules. An installation that is there is not touched; a role that is not there is passed over, and the document has a notice that says so (`npm run schema -- check` knows the roles of the product only, and warns of others).',
        { staff: ['list', 'add', 'edit'] },
      ),
    ),
    schema: Type.Object(
      {
        type: Type.Literal('object'),
        required: Type.Optional(described(Type.Array(name()), 'Fields that must have a value.', ['name'])),
        properties: Type.Record(Type.String({ pattern: NAME_PATTERN }), property),
      },
      strict,
    ),
    tree: Type.Optional(described(tree, 'Present for a tree table.', { parent: 'pid', label: 'name' })),
    subTables: Type.Optional(
      described(Type.Array(subTable), 'Present in a main form.', [
        { code: 'expo_contact', foreignKey: 'exhibitor_id', relation: 'many', title: '联系人' },
      ]),
    ),
    indexes: Type.Optional(
      described(Type.Array(index), 'Indexes of the table beyond those that the platform makes.', [
        { columns: ['level', 'area'] },
      ]),
    ),
    list: Type.Optional(
      described(list, 'The generated list page.', { columns: ['name', 'level'], query: ['name'] }),
    ),
    search: Type.Optional(
      described(
        Type.Array(name(), { minItems: 1, maxItems: 8 }),
        'Fields by which the search of the header (Ctrl+K) finds records, for whoever may list them: lines of text. The first names the record there.',
        ['name', 'phone'],
      ),
    ),
    layout: Type.Optional(described(layout, 'How the form is laid out.', { columns: 2 })),
    rules: Type.Optional(
      described(
        Type.Array(rule),
        'What follows from a condition on the row; evaluated in the form and again on the server.',
        [
          // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nothing awaits a rule.
          { if: { field: 'level', rule: 'eq', val: 'vip' }, then: { require: ['owner'] } },
        ],
      ),
    ),
    prints: Type.Optional(
      described(
        Type.Array(printTemplate, { minItems: 1, maxItems: 20 }),
        'Ways in which records are printed, offered before those that every form has.',
        [
          {
            code: 'badge',
            title: '胸卡',
            kind: 'record',
            paper: { width: 90, height: 60 },
            blocks: [{ text: '#{name}', size: 18, bold: true, align: 'center' }],
          },
        ],
      ),
    ),
    texts: Type.Optional(documentTexts),
    permissions: Type.Optional(
      described(permissions, 'What needs a grant of its own.', {
        columns: [{ field: 'phone', control: 'visible' }],
      }),
    ),
  },
  strict,
)

type RawFormDocument = Static<typeof formDocument>
/** A form document after it passed the meta-schema. */
export type FormDocument = RawFormDocument
export type DocumentRule = {
  if?: Condition | string
  then: NonNullable<RawFormDocument['rules']>[number]['then']
}
/** Addresses of a list that another part of the server answers. */
export type ListUrl = Static<typeof listUrl>
