import { type Static, Type } from 'typebox'
import { type Condition, conditionSchema } from './condition.ts'

const strict = { additionalProperties: false } as const
const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()])

/** Names of properties, tables and documents: they become SQL identifiers, always quoted. */
export const NAME_PATTERN = '^[a-zA-Z][a-zA-Z0-9_$]{0,62}$'
const name = Type.String({ pattern: NAME_PATTERN })

/** One entry of a dictionary written into the document itself. */
export const dictOption = Type.Object(
  {
    value: Type.Union([Type.String(), Type.Number()]),
    text: Type.String(),
    color: Type.Optional(Type.String()),
    disabled: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type DictOption = Static<typeof dictOption>

/** Rows of a table as a dictionary. The table is the code of a document or a listed platform source. */
export const tableDict = Type.Object(
  {
    table: Type.String({ minLength: 1 }),
    value: Type.String({ minLength: 1 }),
    text: Type.String({ minLength: 1 }),
    where: Type.Optional(conditionSchema),
    /** `column` or `column desc`. */
    order: Type.Optional(Type.String()),
  },
  strict,
)
export type TableDict = Static<typeof tableDict>

/** A dictionary: the code of a kept one, a table, or the entries themselves. */
export const dictSchema = Type.Union([Type.String({ minLength: 1 }), tableDict, Type.Array(dictOption)])
export type Dict = Static<typeof dictSchema>

/** Storage types; what a property has no `db` for follows from its JSON Schema type. */
export const DB_TYPES = ['string', 'int', 'long', 'double', 'BigDecimal', 'Date', 'Datetime', 'Text', 'Blob'] as const
export type DbType = (typeof DB_TYPES)[number]

/** A first value that is computed when a record is begun. Constants use JSON Schema's own `default`. */
export const defaultFrom = Type.Union([
  Type.Object(
    {
      user: Type.Union([
        Type.Literal('id'),
        Type.Literal('username'),
        Type.Literal('realname'),
        Type.Literal('orgCode'),
      ]),
    },
    strict,
  ),
  Type.Object({ now: Type.Union([Type.Literal('date'), Type.Literal('datetime'), Type.Literal('time')]) }, strict),
  /** A serial number; given by the server when the record is saved, previewed in the form. */
  Type.Object({ fillRule: Type.String({ minLength: 1 }) }, strict),
])

/** One property: the JSON Schema data contract, and how it is seen, stored and found. */
export const property = Type.Object(
  {
    type: Type.Union([Type.Literal('string'), Type.Literal('integer'), Type.Literal('number')]),
    title: Type.String({ maxLength: 200 }),
    description: Type.Optional(Type.String()),
    default: Type.Optional(scalar),
    maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
    minLength: Type.Optional(Type.Integer({ minimum: 0 })),
    pattern: Type.Optional(Type.String()),
    format: Type.Optional(
      Type.Union([
        Type.Literal('date'),
        Type.Literal('datetime'),
        Type.Literal('time'),
        Type.Literal('email'),
        Type.Literal('uri'),
      ]),
    ),
    enum: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]), { minItems: 1 })),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
    multipleOf: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    readOnly: Type.Optional(Type.Boolean()),

    /** Widget kind. Kept a plain string so that an unknown kind spoils its own field only. */
    view: Type.String({ minLength: 1 }),
    /** What the kind accepts: schemas/widget/<kind>.ts. */
    options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    dict: Type.Optional(dictSchema),
    /** Stable identity of the field: survives a rename, so that the column is renamed and not dropped. */
    id: Type.Optional(Type.String({ minLength: 1 })),
    order: Type.Optional(Type.Number()),
    defaultFrom: Type.Optional(defaultFrom),
    /** No two records may share the value. */
    unique: Type.Optional(Type.Boolean()),
    /** What is said when `pattern` or `required` fails. */
    message: Type.Optional(Type.String()),
    /** Named pattern of schemas/rules/patterns.ts, e.g. `m` (mobile), `e` (e-mail), `n6-16`. */
    validType: Type.Optional(Type.String()),
    db: Type.Optional(
      Type.Object(
        {
          type: Type.Optional(Type.Union(DB_TYPES.map((type) => Type.Literal(type)))),
          length: Type.Optional(Type.Integer({ minimum: 0 })),
          scale: Type.Optional(Type.Integer({ minimum: 0 })),
          /** false: shown and computed, never stored. */
          persist: Type.Optional(Type.Boolean()),
        },
        strict,
      ),
    ),
    /** false: not in the form (it keeps its value). */
    form: Type.Optional(Type.Boolean()),
    /** The field takes a whole row of the form. */
    wide: Type.Optional(Type.Boolean()),
    /** Width in px of the column in lists and grids. */
    width: Type.Optional(Type.Integer({ minimum: 20, maximum: 2000 })),
    /** Address opened from the list cell; `${column}` is replaced from the row. */
    href: Type.Optional(Type.String()),
  },
  strict,
)
export type Property = Static<typeof property>

const listColumn = Type.Union([
  name,
  Type.Object(
    {
      field: name,
      width: Type.Optional(Type.Integer({ minimum: 20, maximum: 2000 })),
      sortable: Type.Optional(Type.Boolean()),
      fixed: Type.Optional(Type.Union([Type.Literal('left'), Type.Literal('right')])),
    },
    strict,
  ),
])

const queryItem = Type.Union([
  name,
  Type.Object(
    {
      field: name,
      /** single: equal; like: contains; group: from – to. */
      mode: Type.Optional(Type.Union([Type.Literal('single'), Type.Literal('like'), Type.Literal('group')])),
      view: Type.Optional(Type.String({ minLength: 1 })),
      options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      dict: Type.Optional(dictSchema),
      default: Type.Optional(scalar),
      required: Type.Optional(Type.Boolean()),
      title: Type.Optional(Type.String()),
    },
    strict,
  ),
])

/** Row actions and toolbar buttons of a generated list. */
export const LIST_ACTIONS = ['add', 'edit', 'detail', 'delete', 'batch_delete', 'import', 'export'] as const
export type ListAction = (typeof LIST_ACTIONS)[number]

/** An online form: one document from which table, list, form, validator and API follow. */
export const formDocument = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    kind: Type.Literal('form'),
    code: name,
    title: Type.String({ minLength: 1, maxLength: 200 }),
    description: Type.Optional(Type.String()),
    /** Stored table; the code when absent. A document that shares another's table is a view of it. */
    table: Type.Optional(name),
    schema: Type.Object(
      {
        type: Type.Literal('object'),
        required: Type.Optional(Type.Array(name)),
        properties: Type.Record(Type.String({ pattern: NAME_PATTERN }), property),
      },
      strict,
    ),
    /** Present for a tree table. */
    tree: Type.Optional(
      Type.Object(
        {
          parent: name,
          hasChild: Type.Optional(name),
          label: name,
          root: Type.Optional(Type.String()),
        },
        strict,
      ),
    ),
    /** Present in a main form. */
    subTables: Type.Optional(
      Type.Array(
        Type.Object(
          {
            code: name,
            /** Column of the sub table that points to the main record. */
            foreignKey: name,
            /** Column of the main table that it points to: `id` by default. */
            mainField: Type.Optional(name),
            relation: Type.Union([Type.Literal('many'), Type.Literal('one')]),
            title: Type.Optional(Type.String()),
            minRows: Type.Optional(Type.Integer({ minimum: 0 })),
          },
          strict,
        ),
      ),
    ),
    indexes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.Optional(name),
            columns: Type.Array(name, { minItems: 1 }),
            unique: Type.Optional(Type.Boolean()),
          },
          strict,
        ),
      ),
    ),
    list: Type.Optional(
      Type.Object(
        {
          columns: Type.Optional(Type.Array(listColumn)),
          query: Type.Optional(Type.Array(queryItem)),
          /** `column` or `column desc`, several separated by commas. */
          sort: Type.Optional(Type.String()),
          pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
          paging: Type.Optional(Type.Boolean()),
          checkbox: Type.Optional(Type.Boolean()),
          actions: Type.Optional(Type.Array(Type.Union(LIST_ACTIONS.map((action) => Type.Literal(action))))),
        },
        strict,
      ),
    ),
    layout: Type.Optional(
      Type.Object(
        {
          columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
          /** Fields under a heading, or each group a tab. Fields named in no group come first. */
          groups: Type.Optional(
            Type.Array(
              Type.Object(
                { title: Type.String(), fields: Type.Array(name, { minItems: 1 }), tab: Type.Optional(Type.Boolean()) },
                strict,
              ),
            ),
          ),
          width: Type.Optional(Type.Integer({ minimum: 320, maximum: 2400 })),
          fullscreen: Type.Optional(Type.Boolean()),
          theme: Type.Optional(
            Type.Union([
              Type.Literal('normal'),
              Type.Literal('erp'),
              Type.Literal('innerTable'),
              Type.Literal('tab'),
            ]),
          ),
        },
        strict,
      ),
    ),
    /** What follows from a condition on the row; evaluated in the form and again on the server. */
    rules: Type.Optional(
      Type.Array(
        Type.Object(
          {
            if: conditionSchema,
            then: Type.Object(
              {
                require: Type.Optional(Type.Array(name)),
                hide: Type.Optional(Type.Array(name)),
                show: Type.Optional(Type.Array(name)),
                readonly: Type.Optional(Type.Array(name)),
              },
              strict,
            ),
          },
          strict,
        ),
      ),
    ),
    permissions: Type.Optional(
      Type.Object(
        {
          /** Columns that need a grant to be seen or edited. */
          columns: Type.Optional(
            Type.Array(
              Type.Object(
                {
                  field: name,
                  control: Type.Union([Type.Literal('visible'), Type.Literal('editable')]),
                },
                strict,
              ),
            ),
          ),
          /** Row rules: a user granted one or more of them sees only matching rows. */
          rows: Type.Optional(
            Type.Array(Type.Object({ code: name, title: Type.String(), where: conditionSchema }, strict)),
          ),
        },
        strict,
      ),
    ),
  },
  strict,
)

type RawFormDocument = Static<typeof formDocument>
/** A form document after it passed the meta-schema. */
export type FormDocument = RawFormDocument
export type DocumentRule = { if: Condition; then: NonNullable<RawFormDocument['rules']>[number]['then'] }
