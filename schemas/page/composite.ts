import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { NAME_PATTERN } from './form-words.ts'
import { documentTexts } from './texts.ts'

const strict = { additionalProperties: false } as const
const name = () => Type.String({ pattern: NAME_PATTERN })
const title = () =>
  Type.Optional(
    described(
      Type.String({ minLength: 1, maxLength: 200 }),
      "Heading; the form's title where absent.",
      '部门',
    ),
  )
const form = () => described(name(), 'Code of the form document.', 'sys_depart')

const left = Type.Object(
  {
    form: form(),
    as: described(
      Type.Union([Type.Literal('tree'), Type.Literal('list')]),
      'tree: the nodes of a tree form; list: a table of which one row is chosen.',
      'tree',
    ),
    title: title(),
    width: Type.Optional(
      described(Type.Integer({ minimum: 160, maximum: 800 }), 'Width in px; 280 by default.', 320),
    ),
  },
  strict,
)

const right = Type.Object(
  {
    form: form(),
    as: described(
      Type.Union([Type.Literal('list'), Type.Literal('record')]),
      "list: the form's list; record: the one record.",
      'list',
    ),
    title: title(),
    link: described(
      Type.Object(
        {
          field: described(name(), 'Field of this form …', 'depart_id'),
          from: described(name(), '… that equals this field of what is chosen at the left.', 'id'),
        },
        strict,
      ),
      'How the part belongs to what is chosen at the left.',
      { field: 'depart_id', from: 'id' },
    ),
  },
  strict,
)

/** Two forms on one page: what is chosen at the left decides what the right shows. `<code>.page.json`. */
export const compositeDocument = Type.Object(
  {
    $schema: Type.Optional(
      described(
        Type.String(),
        'Path of definition.schema.json, for editors.',
        '../../definition.schema.json',
      ),
    ),
    kind: Type.Literal('page'),
    code: described(name(), "Name of the page in menus and addresses; also the file's name.", 'depart_users'),
    title: described(Type.String({ minLength: 1, maxLength: 200 }), 'Name shown.', '部门与用户'),
    description: Type.Optional(described(Type.String(), 'What the page is for.', '按部门查看用户')),
    texts: Type.Optional(documentTexts),
    left: described(left, 'What is chosen from.', { form: 'sys_depart', as: 'tree' }),
    right: described(
      Type.Array(right, { minItems: 1, maxItems: 12 }),
      'What is shown of it; several parts are tabs.',
      [{ form: 'sys_user', as: 'list', link: { field: 'depart_id', from: 'id' } }],
    ),
  },
  strict,
)

/** A composite page after it passed the meta-schema. */
export type CompositeDocument = Static<typeof compositeDocument>
