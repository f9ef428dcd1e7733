import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { conditionSchema } from './condition.ts'
import { DB_TYPES } from './form-words.ts'

const strict = { additionalProperties: false } as const
const scalar = () => Type.Union([Type.String(), Type.Number(), Type.Boolean()])

/** One entry of a dictionary written into the document itself. */
export const dictOption = Type.Object(
  {
    value: described(Type.Union([Type.String(), Type.Number()]), 'What is stored.', '1'),
    text: described(Type.String(), 'What is shown.', '已确认'),
    color: Type.Optional(
      described(
        Type.String(),
        'Colour of the tag in lists: a name of the design system or #rrggbb.',
        'green',
      ),
    ),
    disabled: Type.Optional(
      described(Type.Boolean(), 'Shown where it is stored, but no longer offered.', true),
    ),
  },
  strict,
)
export type DictOption = Static<typeof dictOption>

/** Rows of a table as a dictionary. The table is the code of a document or a listed platform source. */
export const tableDict = Type.Object(
  {
    table: described(
      Type.String({ minLength: 1 }),
      'Code of a form document, or a platform source such as `sys_user`.',
      'expo_hall',
    ),
    value: described(Type.String({ minLength: 1 }), 'Column that is stored.', 'id'),
    text: described(Type.String({ minLength: 1 }), 'Column that is shown.', 'name'),
    where: Type.Optional(conditionSchema),
    order: Type.Optional(described(Type.String(), '`column` or `column desc`.', 'name')),
  },
  strict,
)

/** A dictionary: the code of a kept one, a table, or the entries themselves. */
export const dictSchema = Type.Union([Type.String({ minLength: 1 }), tableDict, Type.Array(dictOption)])
export type Dict = Static<typeof dictSchema>

/** A first value that is computed when a record is begun. Constants use JSON Schema's own `default`. */
export const defaultFrom = Type.Union([
  Type.Object(
    {
      user: described(
        Type.Union([
          Type.Literal('id'),
          Type.Literal('username'),
          Type.Literal('realname'),
          Type.Literal('orgCode'),
        ]),
        'A property of the signed-in user.',
        'realname',
      ),
    },
    strict,
  ),
  Type.Object(
    {
      now: described(
        Type.Union([Type.Literal('date'), Type.Literal('datetime'), Type.Literal('time')]),
        'The moment at which the record is begun.',
        'date',
      ),
    },
    strict,
  ),
  Type.Object(
    {
      fillRule: described(
        Type.String({ minLength: 1 }),
        'Code of a serial-number rule: given by the server when the record is saved, previewed in the form.',
        'expo_no',
      ),
    },
    strict,
  ),
])

/** How a property is stored, where the data contract leaves it open. */
const storage = Type.Object(
  {
    type: Type.Optional(described(Type.Enum(DB_TYPES), 'Storage type.', 'BigDecimal')),
    length: Type.Optional(described(Type.Integer({ minimum: 0 }), 'Characters, or digits in all.', 12)),
    scale: Type.Optional(described(Type.Integer({ minimum: 0 }), 'Digits after the point.', 2)),
    persist: Type.Optional(described(Type.Boolean(), 'false: shown and computed, never stored.', false)),
  },
  strict,
)

const limits = (most: number) => ({
  min: Type.Optional(described(Type.Integer({ minimum: 1, maximum: most }), 'At least so many.', 2)),
  max: Type.Optional(described(Type.Integer({ minimum: 1, maximum: most }), 'At most so many.', 20)),
})
/** Longest repetition that a linear-time engine counts. */
const MOST_COUNTED = 1000

/** A rule for a value that must be there, with limits of its own. */
const builtRule = Type.Object(
  {
    text: Type.Optional(
      described(Type.Object(limits(MOST_COUNTED), strict), 'A text of so many characters.', {
        min: 2,
        max: 20,
      }),
    ),
    select: Type.Optional(described(Type.Literal(true), 'One choice.', true)),
    choices: Type.Optional(
      described(Type.Object(limits(MOST_COUNTED), strict), 'So many choices out of several.', {
        min: 1,
        max: 3,
      }),
    ),
  },
  { ...strict, minProperties: 1, maxProperties: 1 },
)

/** One property: the JSON Schema data contract, and how it is seen, stored and found. */
export const property = Type.Object(
  {
    type: described(
      Type.Union([Type.Literal('string'), Type.Literal('integer'), Type.Literal('number')]),
      'JSON Schema type of the value. Dates and lists of values are strings.',
      'string',
    ),
    title: described(Type.String({ maxLength: 200 }), 'Label in form, list and messages.', '名称'),
    description: Type.Optional(described(Type.String(), 'Help shown beside the label.', '与营业执照一致')),
    default: Type.Optional(described(scalar(), 'First value of a new record.', 'Y')),
    maxLength: Type.Optional(
      described(
        Type.Integer({ minimum: 1 }),
        'Longest text, in characters; also the length of the column.',
        100,
      ),
    ),
    minLength: Type.Optional(described(Type.Integer({ minimum: 0 }), 'Shortest text, in characters.', 2)),
    pattern: Type.Optional(
      described(
        Type.String(),
        'Regular expression in the syntax of RE2 (no look-around, no back reference).',
        '^[A-Z]\\d{4}$',
      ),
    ),
    format: Type.Optional(
      described(
        Type.Union([
          Type.Literal('date'),
          Type.Literal('datetime'),
          Type.Literal('time'),
          Type.Literal('email'),
          Type.Literal('uri'),
        ]),
        'date: YYYY-MM-DD; datetime: YYYY-MM-DD HH:mm:ss; time: HH:mm:ss; email; uri.',
        'email',
      ),
    ),
    enum: Type.Optional(
      described(
        Type.Array(Type.Union([Type.String(), Type.Number()]), { minItems: 1 }),
        'The only values allowed.',
        ['A', 'B'],
      ),
    ),
    minimum: Type.Optional(described(Type.Number(), 'Smallest number.', 0)),
    maximum: Type.Optional(described(Type.Number(), 'Largest number.', 100)),
    multipleOf: Type.Optional(
      described(Type.Number({ exclusiveMinimum: 0 }), 'Step; 0.01 also means two digits are stored.', 0.01),
    ),
    readOnly: Type.Optional(described(Type.Boolean(), 'Shown in the form but not edited.', true)),

    // A plain string, so that an unknown kind spoils its own field only.
    view: described(Type.String({ minLength: 1 }), 'Widget kind.', 'text'),
    options: Type.Optional(
      described(
        Type.Record(Type.String(), Type.Unknown()),
        'What the widget kind accepts; see the table of kinds.',
        { placeholder: '请输入' },
      ),
    ),
    dict: Type.Optional(
      described(
        Type.Union([Type.String({ minLength: 1 }), tableDict, Type.Array(dictOption)]),
        'Choices: the code of a kept dictionary, the rows of a table, or the entries themselves.',
        'expo_level',
        { table: 'expo_hall', value: 'id', text: 'name', where: { field: 'status', rule: 'eq', val: '1' } },
        [
          { value: '1', text: '已确认', color: 'green' },
          { value: '0', text: '待确认' },
        ],
      ),
    ),
    id: Type.Optional(
      described(
        Type.String({ minLength: 1 }),
        'Stable identity of the field: survives a rename, so that the column is renamed and not dropped.',
        'f_8c1e',
      ),
    ),
    order: Type.Optional(
      described(Type.Number(), 'Place among the fields; those without follow as written.', 10),
    ),
    defaultFrom: Type.Optional(
      described(
        defaultFrom,
        'First value of a new record that is computed.',
        { user: 'realname' },
        { now: 'date' },
        { fillRule: 'expo_no' },
      ),
    ),
    notBefore: Type.Optional(
      described(
        Type.String({ minLength: 1 }),
        'Field whose value this one may not be before (dates, times) or below (numbers).',
        'start_date',
      ),
    ),
    unique: Type.Optional(described(Type.Boolean(), 'No two records of a tenant may share the value.', true)),
    message: Type.Optional(
      described(
        Type.String(),
        'What is said when `pattern`, `validType` or `required` fails.',
        '编号应为一个字母加四位数字',
      ),
    ),
    validType: Type.Optional(
      described(
        Type.Union([Type.String(), builtRule]),
        'A named pattern of schemas/rules/patterns.ts, or a rule for a value that must be there: a text, a choice, several choices.',
        'm',
        { text: { min: 2, max: 20 } },
        { choices: { min: 1, max: 3 } },
      ),
    ),
    checkRule: Type.Optional(
      described(
        Type.String({ minLength: 1, maxLength: 100 }),
        'Code of a check rule of the platform that the value must fit: asked while typing and again on save.',
        'contract_no',
      ),
    ),
    db: Type.Optional(
      described(storage, 'How the value is stored, where it should not follow from the type.', {
        type: 'BigDecimal',
        length: 12,
        scale: 2,
      }),
    ),
    form: Type.Optional(described(Type.Boolean(), 'false: not in the form (the value is kept).', false)),
    wide: Type.Optional(described(Type.Boolean(), 'The field takes a whole row of the form.', true)),
    width: Type.Optional(
      described(
        Type.Integer({ minimum: 20, maximum: 2000 }),
        'Width in px of the column in lists and grids.',
        160,
      ),
    ),
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the notation of documents.
    href: Type.Optional(
      described(
        Type.String(),
        'Address opened from the list cell; `${column}` is replaced from the row.',
        '/expo/ExpoDetail?id=${id}',
      ),
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the notation of documents.
    ),
  },
  strict,
)
export type Property = Static<typeof property>
