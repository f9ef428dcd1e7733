import { definitions } from '../schemas/compile/definition-schema.ts'
import { namedPattern, PATTERN_NAMES } from '../schemas/rules/patterns.ts'
import { PLANNED_KINDS, type WidgetKind, widgetOptions } from '../schemas/widget/index.ts'

interface Shape {
  type?: string | string[]
  description?: string
  examples?: unknown[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  required?: string[]
  $ref?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

const WIDGETS: Readonly<Record<WidgetKind, string>> = {
  text: 'A line of text.',
  textarea: 'Several lines of text.',
  number: 'A number; a whole one where the property is an `integer`.',
  list: 'One choice out of a dictionary.',
  list_multi: 'Several choices out of a dictionary, stored as comma-separated values.',
  radio: 'One choice, all of them in view.',
  checkbox: 'Several choices, all of them in view, stored as comma-separated values.',
  switch: 'On or off, stored as one of two values (`Y` and `N`).',
  date: 'A day, `YYYY-MM-DD`.',
  datetime: 'A point of time, `YYYY-MM-DD HH:mm:ss`.',
  time: 'A time of day, `HH:mm:ss`.',
  password: 'A secret; never shown in lists.',
  hidden: 'Part of the form, not shown.',
  sel_user: 'Users.',
  sel_depart: 'Departments.',
  popup: 'Chooses rows of a report or form and fills sibling fields.',
  link_down: 'Linked dropdowns: each level narrows the next.',
  pca: 'Province, city and district.',
  sel_tree: 'A node of a tree table.',
  cat_tree: 'A category.',
  sel_search: 'One choice out of a dictionary that is searched on the server.',
}

/** The page `docs/reference/document.md`, made from the shapes that documents are checked against. */
export function documentReference(): string {
  const defs = definitions() as Record<string, Shape>
  const form = shapeOf(defs.form)
  const part = (name: string) => shapeOf(form.properties?.[name])
  return [
    '# Document reference',
    '',
    'Made by `npm run docs` from the shapes in `schemas/page` and `schemas/widget`; change those, not this page.',
    'Why the vocabulary is as it is: [decision 1](../decisions/0001-document-vocabulary.md).',
    'An editor that knows JSON Schema completes and checks documents by `schemas/definition.schema.json`;',
    '`npm run schema -- check` does the same and looks up references.',
    '',
    '## Form document: `<code>.form.json`',
    '',
    keywords(form, ['schema']),
    '### `schema`',
    '',
    'A standard JSON Schema of `type: "object"`: the data contract that any JSON Schema tool reads.',
    '',
    keywords(shapeOf(form.properties?.schema), ['type', 'properties']),
    '## Property',
    '',
    'One entry of `schema.properties`. The name is the JSON key on the wire and the column of the table: a letter, then letters, digits, `_` and `$`, up to 63 characters.',
    '`id`, `create_by`, `create_time`, `update_by`, `update_time` and `sys_org_code` are kept by the platform; a document that declares them says only how they are titled and shown.',
    '',
    keywords(shapeOf(defs.property)),
    '### `db`',
    '',
    keywords(shapeOf(shapeOf(defs.property).properties?.db)),
    '### `dict`: a table',
    '',
    keywords(tableOf(defs.property)),
    '### `dict`: entries',
    '',
    keywords(entryOf(defs.property)),
    '## Condition',
    '',
    'Data, never code. Browser and server evaluate the same structure; an unknown field or variable matches no record.',
    '',
    '```json',
    '{ "and": [',
    '  { "field": "level", "rule": "in", "val": ["vip", "gold"] },',
    '  { "or": [',
    '    { "field": "owner", "rule": "eq", "val": "#{sys_user_code}" },',
    '    { "field": "sys_org_code", "rule": "right_like", "val": "#{sys_org_code}" }',
    '  ] }',
    '] }',
    '```',
    '',
    'Rules: `eq ne gt ge lt le in not_in like left_like right_like not_like empty not_empty`.',
    '`left_like` means "ends with", `right_like` "begins with".',
    'Variables: `#{sys_user_id} #{sys_user_code} #{sys_user_name} #{sys_org_code} #{sys_multi_org_code} #{sys_date} #{sys_time} #{tenant_id}`.',
    '',
    ...(['tree', 'list', 'layout', 'permissions'] as const).flatMap((name) => [
      `## \`${name}\``,
      '',
      keywords(part(name)),
    ]),
    ...(['subTables', 'indexes', 'rules'] as const).flatMap((name) => [
      `## \`${name}\``,
      '',
      keywords(shapeOf(part(name).items)),
    ]),
    '### What a rule does: `then`',
    '',
    keywords(shapeOf(shapeOf(part('rules').items).properties?.then)),
    '### An entry of `list.columns`',
    '',
    'A name, or:',
    '',
    keywords(objectOf(shapeOf(part('list').properties?.columns).items)),
    '### An entry of `list.query`',
    '',
    'A name, or:',
    '',
    keywords(objectOf(shapeOf(part('list').properties?.query).items)),
    '### A group of `layout.groups`',
    '',
    keywords(shapeOf(shapeOf(part('layout').properties?.groups).items)),
    '## Widget kinds',
    '',
    'What `view` may name, and what `options` then accepts.',
    '',
    ...(Object.keys(widgetOptions) as WidgetKind[]).flatMap((kind) =>
      widget(kind, shapeOf(defs[`options_${kind}`])),
    ),
    `Named by the specification and not there yet (a document may use them, the form offers a plain input): ${PLANNED_KINDS.map((kind) => `\`${kind}\``).join(', ')}.`,
    '',
    '## Named patterns: `validType`',
    '',
    '| name | for | says |',
    '|---|---|---|',
    ...PATTERN_NAMES.map((name) => {
      const pattern = namedPattern(name)
      return `| \`${name}\` | ${pattern?.title} | ${pattern?.tests.map(({ message }) => message).join(' ')} |`
    }),
    '',
    '## Dictionary document: `<code>.dict.json`',
    '',
    keywords(shapeOf(defs.dict)),
    '### An entry of `items`',
    '',
    keywords(shapeOf(shapeOf(defs.dict).properties?.items?.items)),
    example({
      kind: 'dict',
      code: 'expo_level',
      title: '参展级别',
      items: [
        { value: 'vip', text: '贵宾', color: 'gold' },
        { value: 'normal', text: '普通' },
        { value: 'old', text: '旧级别', disabled: true },
      ],
    }),
    '## Menu document: `<id>.menu.json`',
    '',
    'A top-level menu with its tree; `children` are entries of the same shape.',
    '',
    keywords(shapeOf(defs.menu)),
    '### An entry of `buttons`',
    '',
    keywords(shapeOf(shapeOf(defs.menu).properties?.buttons?.items)),
    '### An entry of `dataRules`',
    '',
    keywords(shapeOf(shapeOf(defs.menu).properties?.dataRules?.items)),
    example({
      kind: 'menu',
      id: 'visitors',
      title: '访客',
      order: 30,
      children: [
        {
          title: '访客登记',
          path: '/visitor/list',
          form: 'visitor',
          actions: ['add', 'edit', 'delete'],
          dataRules: [
            { title: '本人创建', where: { field: 'create_by', rule: 'eq', val: '#{sys_user_code}' } },
          ],
        },
      ],
    }),
  ].join('\n')
}

function shapeOf(shape: Shape | undefined): Shape {
  return shape ?? {}
}

/** The object among several allowed shapes. */
function objectOf(shape: Shape | undefined): Shape {
  return shape?.anyOf?.find(({ type }) => type === 'object') ?? shapeOf(shape)
}

function tableOf(property: Shape | undefined): Shape {
  return objectOf(property?.properties?.dict)
}

function entryOf(property: Shape | undefined): Shape {
  return shapeOf(property?.properties?.dict?.anyOf?.find(({ type }) => type === 'array')?.items)
}

/** A table of keywords, each with an example. */
function keywords(shape: Shape, without: readonly string[] = []): string {
  const rows = Object.entries(shape.properties ?? {})
    .filter(([name]) => !without.includes(name))
    .map(([name, entry]) => {
      const needed = shape.required?.includes(name) ? ' **(required)**' : ''
      const examples = (entry.examples ?? constant(entry)).map((example) => code(example)).join('<br>')
      return `| \`${name}\`${needed} | ${typeText(entry)} | ${cell(entry.description ?? refText(entry))} | ${examples} |`
    })
  return ['| keyword | value | meaning | example |', '|---|---|---|---|', ...rows, ''].join('\n')
}

/** A whole document as it is written. */
function example(document: object): string {
  return ['```json', JSON.stringify(document, null, 2), '```', ''].join('\n')
}

function constant(entry: Shape): unknown[] {
  if (entry.$ref === '#/$defs/condition') return [{ field: 'status', rule: 'eq', val: '1' }]
  if (entry.const !== undefined) return [entry.const]
  return entry.enum ? entry.enum.slice(0, 1) : []
}

function refText(entry: Shape): string {
  return entry.$ref === '#/$defs/condition' ? 'A condition; see below.' : ''
}

function typeText(entry: Shape): string {
  if (entry.$ref) return entry.$ref.split('/').at(-1) ?? ''
  if (entry.const !== undefined) return code(entry.const)
  if (entry.enum) return entry.enum.map(code).join(', ')
  if (entry.anyOf) return [...new Set(entry.anyOf.map(typeText))].join(' or ')
  const limits = [entry.minimum, entry.maximum].some((limit) => limit !== undefined)
    ? ` ${entry.minimum ?? ''}–${entry.maximum ?? ''}`
    : entry.maxLength === undefined
      ? ''
      : ` up to ${entry.maxLength}`
  return `${String(entry.type ?? 'any')}${entry.type === 'array' && entry.items ? ` of ${typeText(entry.items)}` : ''}${limits}`
}

function widget(kind: WidgetKind, options: Shape): string[] {
  const text = WIDGETS[kind]
  const hasOptions = Object.keys(options.properties ?? {}).length > 0
  return [`### \`${kind}\``, '', text, '', ...(hasOptions ? [keywords(options)] : [])]
}

function code(value: unknown): string {
  return `\`${cell(JSON.stringify(value))}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
