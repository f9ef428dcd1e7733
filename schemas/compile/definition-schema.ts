import { ACTION_CALLS } from '../page/call-names.ts'
import { compositeDocument } from '../page/composite.ts'
import { conditionDefinition } from '../page/condition.ts'
import { dictDocument } from '../page/dict.ts'
import { formDocument } from '../page/form.ts'
import { LIST_ACTIONS, NAME_PATTERN } from '../page/form-words.ts'
import { menuDocument, menuEntryDefinition } from '../page/menu.ts'
import { PANEL_NAMES } from '../page/panel-names.ts'
import { property } from '../page/property.ts'
import { widgetOptions } from '../widget/index.ts'

type Json = { [key: string]: unknown }

/** Kinds of documents that the meta-schema describes. */
export const DOCUMENT_KINDS = ['form', 'page', 'dict', 'menu'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Everything that a document may refer to by `#/$defs/…`. */
export function definitions(): Json {
  const defs: Json = {
    condition: plain(conditionDefinition),
    form: formDefinition(),
    property: propertyDefinition(),
    page: plain(compositeDocument),
    dict: plain(dictDocument),
    menu: plain(menuDocument),
    menuEntry: plain(menuEntryDefinition),
  }
  for (const [kind, options] of Object.entries(widgetOptions)) defs[`options_${kind}`] = plain(options)
  return defs
}

/** The published meta-schema: completion and red lines in any editor that knows JSON Schema. */
export function definitionSchema(): Json {
  const defs = definitions()
  const views = Object.keys(widgetOptions)
  const shape = defs.property as { properties: Json }
  // Only here: a running server keeps a page with one unknown kind alive.
  nameChoices(defs.form)
  shape.properties.view = { ...(shape.properties.view as Json), enum: views }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Document of the exhibition back office',
    type: 'object',
    required: ['kind'],
    properties: { kind: { description: 'What the document is.', enum: DOCUMENT_KINDS } },
    allOf: DOCUMENT_KINDS.map((kind) => ifThen('kind', kind, { $ref: `#/$defs/${kind}` })),
    $defs: defs,
  }
}

/** Completion for the names of code; a running server leaves out the one action that names what is not there. */
function nameChoices(form: unknown): void {
  type Shape = { properties: { [key: string]: Shape }; items: Shape; anyOf: Shape[] }
  const action = (form as Shape).properties.list?.properties.actions?.items.anyOf.find(
    ({ properties }) => properties?.does,
  )
  const code = action?.properties.code
  // An object with `does` is the document's own action: the check says the same with a sentence.
  if (code) Object.assign(code, { not: { enum: LIST_ACTIONS } })
  const choices: { [keyword: string]: readonly string[] } = { call: ACTION_CALLS, panel: PANEL_NAMES }
  for (const { properties } of action?.properties.does?.anyOf ?? [])
    for (const [keyword, names] of Object.entries(choices))
      if (names.length > 0 && properties[keyword])
        properties[keyword] = { ...properties[keyword], ...{ enum: names } }
}

function formDefinition(): Json {
  const form = plain(formDocument) as { properties: { schema: { properties: Json } } }
  form.properties.schema.properties.properties = {
    type: 'object',
    description: 'The fields by name. A name is the JSON key on the wire and the column of the table.',
    patternProperties: { [NAME_PATTERN]: { $ref: '#/$defs/property' } },
    additionalProperties: false,
  }
  return form
}

/** A property, whose `view` decides which options are legal. */
function propertyDefinition(): Json {
  const shape = plain(property) as Json
  shape.allOf = Object.keys(widgetOptions).map((kind) =>
    ifThen('view', kind, { properties: { options: { $ref: `#/$defs/options_${kind}` } } }),
  )
  return shape
}

function ifThen(keyword: string, value: string, then: Json): Json {
  return { if: { required: [keyword], properties: { [keyword]: { const: value } } }, then }
}

/** Plain JSON of a shape; a choice of constants is written as `enum`, which editors and messages read better. */
function plain(shape: unknown): Json {
  return JSON.parse(JSON.stringify(shape), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('anyOf' in value) || !Array.isArray(value.anyOf))
      return value
    const constants = value.anyOf.map((entry: unknown) =>
      typeof entry === 'object' && entry !== null && 'const' in entry ? entry.const : undefined,
    )
    if (constants.includes(undefined)) return value
    const { anyOf: _choices, ...rest } = value
    return { ...rest, enum: constants }
  }) as Json
}
