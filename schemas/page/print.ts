import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { NAME_PATTERN, TOTAL_KINDS } from './form-words.ts'
import { PAPERS, type PaperName, PRINT_FORMATS, PRINT_KINDS } from './print-words.ts'

const strict = { additionalProperties: false } as const
const name = () => Type.String({ pattern: NAME_PATTERN })
const mm = (minimum: number, maximum: number) => Type.Number({ minimum, maximum })
const words = () => Type.String({ minLength: 1, maxLength: 500 })
const title = Type.Optional(
  described(Type.String({ maxLength: 50 }), 'Heading in place of the title of the field.', '金额'),
)
const format = Type.Optional(
  described(
    Type.Enum(PRINT_FORMATS),
    'How the value is written: `amount` 壹佰元整, `date` 2026年11月23日, `day` 二〇二六年十一月二十三日.',
    'amount',
  ),
)

const field = Type.Union([
  name(),
  Type.Object(
    {
      field: name(),
      title,
      format,
      wide: Type.Optional(described(Type.Boolean(), 'It takes the whole width.', true)),
    },
    strict,
  ),
])

const column = Type.Union([
  name(),
  Type.Object(
    {
      field: name(),
      title,
      format,
      width: Type.Optional(described(mm(5, 300), 'Width in mm, in proportion to the others.', 30)),
      total: Type.Optional(
        described(Type.Enum(TOTAL_KINDS), 'What is told of it below the last row.', 'sum'),
      ),
    },
    strict,
  ),
])
const columns = described(Type.Array(column, { minItems: 1, maxItems: 30 }), 'Columns, in order.', [
  'name',
  { field: 'price', width: 25, total: 'sum' },
])

const block = Type.Union([
  Type.Object(
    {
      text: described(
        words(),
        'A text with fields `#{name}`, also in another form `#{total:amount}`.',
        '大写金额：#{total:amount}',
      ),
      align: Type.Optional(Type.Enum(['left', 'center', 'right'])),
      size: Type.Optional(described(mm(5, 72), 'Height of the letters in pt; 10 by default.', 16)),
      bold: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  Type.Object(
    {
      fields: described(Type.Array(field, { minItems: 1, maxItems: 100 }), 'Fields with their titles.', [
        'name',
        { field: 'note', wide: true },
      ]),
      columns: Type.Optional(
        described(Type.Integer({ minimum: 1, maximum: 4 }), 'Fields beside each other; 2 by default.', 2),
      ),
      title: Type.Optional(described(Type.String({ maxLength: 50 }), 'Heading above them.', '基本信息')),
    },
    strict,
  ),
  Type.Object(
    {
      rows: described(name(), 'Code of a sub table: its rows as a table.', 'expo_contact'),
      columns: Type.Optional(columns),
      title: Type.Optional(described(Type.String({ maxLength: 50 }), 'Heading above them.', '联系人')),
    },
    strict,
  ),
  Type.Object(
    {
      qr: described(words(), 'What a QR code says, with fields; `#{id}` is the key of the record.', '#{id}'),
      size: Type.Optional(described(mm(8, 150), 'Its width in mm; 25 by default.', 25)),
      align: Type.Optional(Type.Enum(['left', 'center', 'right'])),
    },
    strict,
  ),
])

const line = (description: string) =>
  Type.Optional(
    described(
      Type.Object(
        { left: Type.Optional(words()), center: Type.Optional(words()), right: Type.Optional(words()) },
        strict,
      ),
      description,
      { center: '#{sys_page} / #{sys_pages}' },
    ),
  )

const labels = Type.Object(
  {
    columns: described(Type.Integer({ minimum: 1, maximum: 20 }), 'Labels beside each other.', 3),
    rows: described(Type.Integer({ minimum: 1, maximum: 50 }), 'Labels below each other.', 8),
    gap: Type.Optional(described(mm(0, 50), 'What is free between them in mm; nothing by default.', 2)),
  },
  strict,
)

/** A way in which records of a form are printed. */
export const printTemplate = Type.Object(
  {
    code: described(name(), 'Name of the template among those of the form.', 'badge'),
    title: described(Type.String({ minLength: 1, maxLength: 50 }), 'What users choose it by.', '胸卡'),
    kind: described(
      Type.Enum(PRINT_KINDS),
      'record: each record on pages of its own, such as a form or a label; list: all records in one table.',
      'record',
    ),
    paper: Type.Optional(
      described(
        Type.Union([
          Type.Enum(Object.keys(PAPERS) as PaperName[]),
          Type.Object({ width: mm(20, 1000), height: mm(20, 1000) }, strict),
        ]),
        'The sheet; a size of its own in mm, as rolls of labels have it. A4 by default.',
        'A5',
        { width: 60, height: 40 },
      ),
    ),
    landscape: Type.Optional(described(Type.Boolean(), 'The sheet lies on its longer side.', true)),
    margin: Type.Optional(
      described(
        Type.Union([
          mm(0, 60),
          Type.Object({ top: mm(0, 60), right: mm(0, 60), bottom: mm(0, 60), left: mm(0, 60) }, strict),
        ]),
        'Margins in mm; 12 by default.',
        10,
      ),
    ),
    labels: Type.Optional(
      described(
        labels,
        'Several labels on each sheet, within its margins: each record takes one, from left to right and from above. `blocks`, `header` and `footer` are those of a label.',
        { columns: 3, rows: 8 },
      ),
    ),
    header: line(
      'Above the content of each page. Texts name fields and `#{sys_page}`, `#{sys_pages}`, `#{sys_date}`, `#{sys_time}`, `#{sys_user_name}`, `#{sys_title}`, `#{sys_count}`.',
    ),
    footer: line('Below the content of each page, with the same words as `header`.'),
    columns: Type.Optional(columns),
    blocks: Type.Optional(
      described(
        Type.Array(block, { minItems: 1, maxItems: 50 }),
        'What stands on the pages of a record, from above; of a list, what stands before its table.',
        [{ text: '#{name}', size: 16, bold: true }, { fields: ['phone', 'company'] }],
      ),
    ),
  },
  strict,
)

export type PrintTemplate = Static<typeof printTemplate>
export type LabelGrid = Static<typeof labels>
export type PrintBlock = NonNullable<PrintTemplate['blocks']>[number]
export type PrintColumn = NonNullable<PrintTemplate['columns']>[number]
export type PrintField = Static<typeof field>
