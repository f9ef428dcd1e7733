import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { soundDocument } from '#schemas/compile/check-document.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import { wireColumns } from '#schemas/compile/wire/columns.ts'
import { wireFormItem } from '#schemas/compile/wire/form-item.ts'
import { wireQueryInfo } from '#schemas/compile/wire/query-info.ts'
import type { DictOption, FormDocument } from '#schemas/page/form.ts'
import { valueRule } from '#schemas/rules/valid-type.ts'
import { type AnsweredForm, answeredForm } from './answered-form.ts'
import { importForm } from './jeecg-form.ts'

const PAGES = fileURLToPath(new URL('../pages/', import.meta.url))
/** Definitions that other people published; they lie beside the project and are not part of it. */
const CORPUS = fileURLToPath(new URL('../../../shared/corpus/forms/', import.meta.url))

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Shipped forms with a table of their own: those are what the wire calls online forms. */
const shipped = (readdirSync(PAGES, { recursive: true, encoding: 'utf8' }) as string[])
  .filter((name) => name.endsWith('.form.json'))
  .map((name) => json(join(PAGES, name)) as FormDocument)
  .filter(({ store }) => store === undefined)
const definitions = existsSync(CORPUS)
  ? readdirSync(CORPUS)
      .sort()
      .map((name) => json(CORPUS + name))
  : []
const others = definitions.flatMap((one) => importForm(one, definitions).document ?? [])

/** The document that another client makes of what our server answers about a form. */
function answered(form: CompiledForm, forms: ReadonlyMap<string, CompiledForm>): AnsweredForm {
  const subColumns = Object.fromEntries(
    form.subTables.flatMap((sub) => {
      const subForm = forms.get(sub.code)
      const { mainField, foreignKey, relation } = sub
      const mains = [{ table: form.tableName, mainField, foreignKey, relation }]
      return subForm ? [[sub.code, wireColumns(subForm, { mains })]] : []
    }),
  )
  const answers = {
    columns: wireColumns(form),
    form: wireFormItem(form, forms),
    query: wireQueryInfo(form.list.query),
  }
  // As it comes over the network.
  const found = answeredForm(JSON.parse(JSON.stringify({ ...answers, subColumns })))
  if (!found) throw new Error(`no document came of ${form.code}`)
  return found
}

type Dicts = Readonly<Record<string, readonly DictOption[]>>

/** What a user has of a field in a form. */
function fieldOf(field: Field, dicts: Dicts) {
  const { property, dict, dictKey, options } = field
  const { condition: _onTheServer, ...shown } = options
  const given = Array.isArray(dict) ? dict : dictKey === null ? undefined : dicts[dictKey]
  const choices = given?.map(({ value, text, color }) => `${value}=${text}${color ?? ''}`)
  // A condition stays on the server, which knows the dictionary by the name of the field.
  const name =
    dict === null
      ? null
      : typeof dict === 'string'
        ? dict
        : !('table' in dict)
          ? null
          : dict.where
            ? dictKey
            : `${dict.table},${dict.text},${dict.value}`
  return {
    name: field.name,
    title: field.title,
    view: field.view,
    type: property.type,
    choices: choices ?? name,
    length: property.type === 'string' ? field.column.length : null,
    required: field.required,
    readOnly: field.readOnly,
    unique: property.unique === true,
    pattern: property.unique ? null : patternOf(property),
    default: property.default ?? null,
    options: shown,
  }
}

/** Of several patterns under one name the wire tells the first. */
function patternOf({ pattern, validType }: Field['property']): string | null {
  return pattern ?? (validType === undefined ? null : (valueRule(validType)?.tests[0]?.pattern ?? null))
}

const inForm = (form: CompiledForm, without = '') =>
  form.fields.filter((field) => field.inForm && field.name !== without)

function seen(form: CompiledForm, subs: ReadonlyMap<string, CompiledForm>, dicts: Dicts) {
  return {
    code: form.code.replace(/\$\d+$/, ''),
    title: form.title,
    type: form.type,
    tree: form.tree,
    paged: form.list.paging,
    columns: form.list.columns.map(({ field, width, sortable }) => [
      field.name,
      field.title,
      width,
      sortable,
    ]),
    query: form.list.query.map(({ field, title, view, mode, initial, required }) => [
      field.name,
      title,
      view,
      mode,
      initial,
      required,
    ]),
    fields: inForm(form).map((field) => fieldOf(field, dicts)),
    subs: form.subTables.map(({ code, relation, foreignKey, mainField }) => {
      const sub = subs.get(code)
      return {
        code,
        relation,
        mainField,
        fields:
          sub &&
          inForm(sub, foreignKey)
            .map((field) => fieldOf(field, dicts))
            // A grid of the wire does not tell lengths.
            .map((field) => (relation === 'many' ? { ...field, length: null } : field)),
      }
    }),
  }
}

describe('a form as a server of the wire answers it', () => {
  it.each([
    ['shipped', shipped],
    ['other people', others],
  ])('comes back as the same form: %s', (_name, documents) => {
    const forms = new Map(documents.map((document) => [document.code, compileForm(document)]))
    for (const form of forms.values()) {
      const found = answered(form, forms)
      const subs = new Map(Object.entries(found.subDocuments).map(([code, sub]) => [code, compileForm(sub)]))
      const back = compileForm(found.document)
      expect.soft(seen(back, subs, found.dicts), form.code).toEqual(seen(form, forms, {}))
      const { problems } = soundDocument(found.document)
      expect
        .soft(
          problems.filter(({ severity }) => severity === 'error'),
          form.code,
        )
        .toEqual([])
    }
  })

  it('is read by the words of its form items, too [formwidget-01, popup-20]', () => {
    const item = (type: string, view: string, words: object) => ({ type, view, ...words })
    const properties = {
      level: item('string', 'list', {
        label: '级别',
        placeholder: '选一个',
        listSource: [{ value: 'vip', label: '贵宾' }],
      }),
      owner: item('string', 'sel_user', {
        label: '负责人',
        multiSelect: false,
        extendStore: 'id',
        extendText: 'username',
      }),
      open: item('string', 'switch', { label: '启用', switchOptions: ['开', '关'] }),
      hall: item('string', 'sel_search', { label: '展馆', searchDict: 'hall,name,id' }),
      people: item('number', 'number', { label: '人数', onlyInteger: true }),
      price: item('number', 'number', { label: '单价', formSchema: { dbPointLength: 2 } }),
      code: item('string', 'text', {
        label: '编号',
        rules: [
          { required: true, message: '请输入编号' },
          { pattern: '^A', message: '以A开头' },
        ],
      }),
      stand: item('string', 'popup', {
        label: '展位',
        code: 'booth',
        orgFields: 'code',
        destFields: 'stand',
        subKey: 'lines',
      }),
    }
    const found = answeredForm({
      columns: {},
      form: { head: { tableName: 'booth_word' }, schema: { table: 'booth_word', properties } },
      query: [],
      subColumns: {},
    })
    if (!found) throw new Error('no document')
    const form = compileForm(found.document)
    const field = (name: string) => {
      const one = form.fields.find((entry) => entry.name === name)
      if (!one) throw new Error(`no ${name}`)
      return one
    }
    expect(Object.keys(properties).map((name) => field(name).title)).toEqual(
      Object.values(properties).map((one) => (one as unknown as { label: string }).label),
    )
    expect(field('level')).toMatchObject({
      dict: [{ value: 'vip', text: '贵宾' }],
      options: { placeholder: '选一个' },
    })
    expect(field('owner').options).toEqual({ store: 'id', text: 'username', multiSelect: false })
    expect(field('open').options).toEqual({ values: ['开', '关'] })
    expect(field('hall').dict).toEqual({ table: 'hall', value: 'id', text: 'name' })
    expect(field('people').options).toEqual({ onlyInteger: true })
    expect(field('price').options).toEqual({ precision: 2 })
    expect(field('code')).toMatchObject({ required: true, property: { pattern: '^A', message: '以A开头' } })
    expect(field('stand').options).toMatchObject({ popupCode: 'booth', subKey: 'lines' })

    // And answered in the same words.
    const items = wireFormItem(form, new Map()).schema.properties as Record<string, object>
    expect(items).toMatchObject({
      level: {
        key: 'level',
        label: '级别',
        placeholder: '选一个',
        listSource: [{ value: 'vip', label: '贵宾' }],
      },
      owner: { multiSelect: false, extendStore: 'id', extendText: 'username' },
      open: { switchOptions: ['开', '关'] },
      hall: { searchDict: 'hall,name,id' },
      people: { onlyInteger: true },
      price: { onlyInteger: false },
      code: { rules: [{ required: true }, { pattern: '^A', message: '以A开头' }] },
      stand: { subKey: 'lines' },
    })
    const priced = {
      type: 'number',
      title: '单价',
      view: 'number',
      db: { type: 'BigDecimal', scale: 2 },
    } as const
    const decimal = compileForm({
      kind: 'form',
      code: 'priced',
      title: '定价',
      schema: { type: 'object', properties: { price: priced } },
    })
    expect(wireFormItem(decimal, new Map()).schema.properties).toMatchObject({
      price: { formSchema: { dbPointLength: 2 } },
    })
  })

  it('lacks what the wire has no word for', () => {
    const document: FormDocument = {
      kind: 'form',
      code: 'whole',
      title: '全部',
      schema: {
        type: 'object',
        properties: {
          days: { type: 'number', title: '天数', view: 'number', minimum: 0.5, maximum: 9 },
          from: { type: 'string', title: '起', view: 'date', defaultFrom: { now: 'date' } },
          to: { type: 'string', title: '止', view: 'date', notBefore: 'from', wide: true },
          name: { type: 'string', title: '名称', view: 'text', description: '说明' },
        },
      },
      list: { sort: 'days desc', pageSize: 20, checkbox: false },
      layout: { groups: [{ title: '时间', fields: ['from', 'to'] }], columns: 2, width: 900 },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of documents
      rules: [{ if: { field: 'days', rule: 'gt', val: 3 }, then: { require: ['name'] } }],
    }
    const { document: back } = answered(compileForm(document), new Map())
    expect(back.layout).toEqual({ columns: 2, width: 900 })
    expect(back.rules).toBeUndefined()
    expect(back.list).not.toHaveProperty('sort')
    expect(back.list).toMatchObject({ checkbox: false })
    for (const word of ['minimum', 'maximum', 'defaultFrom', 'notBefore', 'wide', 'description'])
      for (const property of Object.values(back.schema.properties)) expect(property).not.toHaveProperty(word)
  })
})
