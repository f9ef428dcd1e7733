import { type Static, Type } from 'typebox'
import { described } from '../described.ts'
import { dictOption } from './form.ts'
import { documentTexts } from './texts.ts'

/** Codes of dictionaries, in files as on the screen (`sys_dict.form.json`). */
export const DICT_CODE_PATTERN = '^[A-Za-z][A-Za-z0-9_]*$'

/** A kept dictionary: `<code>.dict.json`. */
export const dictDocument = Type.Object(
  {
    $schema: Type.Optional(
      described(
        Type.String(),
        'Path of definition.schema.json, for editors.',
        '../../definition.schema.json',
      ),
    ),
    kind: Type.Literal('dict'),
    code: described(
      Type.String({ minLength: 1, maxLength: 100, pattern: DICT_CODE_PATTERN }),
      "Named by the `dict` of a property; also the file's name.",
      'expo_level',
    ),
    title: described(
      Type.String({ minLength: 1, maxLength: 100 }),
      'Name shown to administrators.',
      '参展级别',
    ),
    description: Type.Optional(
      described(Type.String({ maxLength: 255 }), 'What the dictionary is for.', '参展商的级别'),
    ),
    texts: Type.Optional(documentTexts),
    items: described(Type.Array(dictOption), 'Entries in the order in which they are offered; see below.', [
      { value: 'vip', text: '贵宾', color: 'gold' },
      { value: 'normal', text: '普通' },
    ]),
  },
  { additionalProperties: false },
)
export type DictDocument = Static<typeof dictDocument>
