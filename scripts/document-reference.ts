import { definitions } from '../schemas/compile/definition-schema.ts'
import { ACTION_CALLS } from '../schemas/page/call-names.ts'
import { PANEL_NAMES } from '../schemas/page/panel-names.ts'
import { ROW_SOURCES } from '../schemas/page/source-names.ts'
import { type WidgetKind, widgetOptions } from '../schemas/widget/index.ts'
import { alternatives, eachOf, keywords, objectOf, type Shape, shapeOf } from './keyword-table.ts'
import { printReference } from './print-reference.ts'
import { ruleFunctionRows } from './rule-functions.ts'
import { valueRules } from './value-rule-reference.ts'
import { WIDGET_SENTENCES } from './widget-sentences.ts'

type Shapes = Readonly<Record<string, Shape>>

/** The page `docs/reference/document.md`, made from the shapes that documents are checked against. */
export function documentReference(): string {
  const defs: Shapes = definitions() as Record<string, Shape>
  return [
    ...introduction(),
    ...formDocument(defs),
    ...conditions(),
    ...formParts(defs),
    ...widgetKinds(defs),
    ...valueRules(shapeOf(defs.property).properties?.validType),
    ...dictDocument(defs),
    ...pageDocument(defs),
    ...menuDocument(defs),
  ].join('\n')
}

function introduction(): string[] {
  return [
    '# Document reference',
    '',
    'Made by `npm run docs` from the shapes in `schemas/page` and `schemas/widget`; change those, not this page.',
    'Why the vocabulary is as it is: [decision 1](../decisions/0001-document-vocabulary.md).',
    'An editor that knows JSON Schema completes and checks documents by `schemas/definition.schema.json`;',
    '`npm run schema -- check` does the same and looks up references.',
    '',
  ]
}

function formDocument(defs: Shapes): string[] {
  const form = shapeOf(defs.form)
  return [
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
  ]
}

function conditions(): string[] {
  return [
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
  ]
}

function formParts(defs: Shapes): string[] {
  const part = (name: string) => shapeOf(shapeOf(defs.form).properties?.[name])
  return [
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
    '### Functions of expressions',
    '',
    'How expressions are written: [rules](../how-to/write-rules.md).',
    '',
    ...ruleFunctionRows(),
    '',
    '### An entry of `list.columns`',
    '',
    'A name, or:',
    '',
    keywords(objectOf(shapeOf(part('list').properties?.columns).items)),
    '### An entry of `list.actions`',
    '',
    'The code of a built-in action; or a built-in action with a condition or words of the document:',
    '',
    keywords(anAction(part('list'), false)),
    '`edit` and `delete` may have `when`: a record that does not meet it is not edited or deleted, alone or with others, by the screen or by a call. It is judged by what is stored, not by what is sent. A record in the form of its main record is changed with that one, by its condition.',
    '',
    'Or an action of its own; its right is `<rights>:<code>`, which is `online:<form>:<code>` where the document has no `rights`:',
    '',
    keywords(anAction(part('list'), true)),
    '### What an action does: `does`',
    '',
    'One of:',
    '',
    keywords(alternatives(anAction(part('list'), true).properties?.does)),
    `Panels: ${PANEL_NAMES.map(named).join(', ')}. Calls: ${ACTION_CALLS.map(named).join(', ')}. Sources of \`store\`: ${ROW_SOURCES.map(named).join(', ')}.`,
    '',
    '### An entry of `list.query`',
    '',
    'A name, or:',
    '',
    keywords(objectOf(shapeOf(part('list').properties?.query).items)),
    '### An entry of `list.layouts`',
    '',
    'One of these; a list of main and sub records in another theme than `normal`, and a tree, are shown as tables only.',
    '',
    ...eachOf(shapeOf(part('list').properties?.layouts).items),
    '### A group of `layout.groups`',
    '',
    keywords(shapeOf(shapeOf(part('layout').properties?.groups).items)),
    ...printReference(shapeOf(part('prints').items)),
  ]
}

/** One of the two objects that an entry of `list.actions` may be: the document's own action says what it does. */
function anAction(list: Shape, own: boolean): Shape {
  const { anyOf = [] } = shapeOf(shapeOf(list.properties?.actions).items)
  return shapeOf(anyOf.find(({ properties }) => properties && own === 'does' in properties))
}

function widgetKinds(defs: Shapes): string[] {
  return [
    '## Widget kinds',
    '',
    'What `view` may name, and what `options` then accepts.',
    '',
    ...(Object.keys(widgetOptions) as WidgetKind[]).flatMap((kind) =>
      widget(kind, shapeOf(defs[`options_${kind}`])),
    ),
  ]
}

function dictDocument(defs: Shapes): string[] {
  return [
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
  ]
}

function pageDocument(defs: Shapes): string[] {
  return [
    '## Page document: `<code>.page.json`',
    '',
    'Two forms on one page: what is chosen at the left decides what the right shows. Who may list the form at the left opens it; parts that may not be listed are left out.',
    '',
    keywords(shapeOf(defs.page)),
    '### `left`',
    '',
    keywords(shapeOf(shapeOf(defs.page).properties?.left)),
    '### An entry of `right`',
    '',
    keywords(shapeOf(shapeOf(defs.page).properties?.right?.items)),
    '### `link` of such an entry',
    '',
    keywords(shapeOf(shapeOf(shapeOf(defs.page).properties?.right?.items).properties?.link)),
    example({
      kind: 'page',
      code: 'expo_by_category',
      title: '按分类查看展会',
      left: { form: 'expo_category', as: 'tree' },
      right: [{ form: 'expo', as: 'list', link: { field: 'category_id', from: 'id' } }],
    }),
  ]
}

function menuDocument(defs: Shapes): string[] {
  return [
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
  ]
}

function named(name: string): string {
  return `\`${name}\``
}

/** A whole document as it is written. */
function example(document: object): string {
  return ['```json', JSON.stringify(document, null, 2), '```', ''].join('\n')
}

function tableOf(property: Shape | undefined): Shape {
  return objectOf(property?.properties?.dict)
}

function entryOf(property: Shape | undefined): Shape {
  return shapeOf(property?.properties?.dict?.anyOf?.find(({ type }) => type === 'array')?.items)
}

function widget(kind: WidgetKind, options: Shape): string[] {
  const text = WIDGET_SENTENCES[kind]
  const hasOptions = Object.keys(options.properties ?? {}).length > 0
  return [`### \`${kind}\``, '', text, '', ...(hasOptions ? [keywords(options)] : [])]
}
