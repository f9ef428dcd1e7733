import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { FormDocument } from '../page/form.ts'
import { checkDocument } from './check-document.ts'
import { compileForm } from './compile-form.ts'
import { createTableSql } from './ddl.ts'
import { wideForm } from './fixtures/wide-form.ts'
import type { CompiledForm, Field } from './model.ts'
import { openApi } from './openapi.ts'
import { ownTable } from './own-table.ts'
import { typeText } from './types.ts'
import { wireColumns } from './wire/columns.ts'
import { wireFormItem } from './wire/form-item.ts'
import { wireQueryInfo } from './wire/query-info.ts'

const FIXTURES = ['booth_order', 'contract', 'contract_item', 'contract_invoice', 'goods_tree', 'reserved']

function fixture(name: string): { text: string; form: CompiledForm } {
  const text = readFileSync(new URL(`fixtures/${name}.form.json`, import.meta.url), 'utf8')
  return { text, form: compileForm(JSON.parse(text) as FormDocument) }
}

/** What was decided, with each field once: groups and columns refer to fields by name. */
function printed(form: CompiledForm): string {
  const { document: _document, fields, ...rest } = form
  const own = fields.map(({ property: _property, ...field }) => field)
  const names = new Set<unknown>(fields)
  const text = JSON.stringify(
    { ...rest, fields: own },
    (_key, value: unknown) => (names.has(value) ? (value as { name: string }).name : value),
    2,
  )
  return `${text}\n`
}

describe('compileForm', () => {
  it.each(FIXTURES)('derives the same from %s as before', async (name) => {
    const { text, form } = fixture(name)
    expect(checkDocument(text).filter(({ severity }) => severity === 'error')).toEqual([])
    await expect(printed(form)).toMatchFileSnapshot(`fixtures/${name}.golden.json`)
    await expect(createTableSql(ownTable(form))).toMatchFileSnapshot(`fixtures/${name}.golden.sql`)
  })

  it('derives the API, the type and the answers of the wire of a main form', async () => {
    const { form } = fixture('contract')
    const subForms = new Map(
      [form.subTables.map(({ code }) => code)].flat().map((code) => [code, fixture(code).form]),
    )
    const wire = {
      getColumns: wireColumns(form),
      getQueryInfo: wireQueryInfo(fixture('booth_order').form.list.query),
      getFormItem: wireFormItem(form, subForms),
    }
    await expect(`${JSON.stringify(wire, null, 2)}\n`).toMatchFileSnapshot(
      'fixtures/contract.wire.golden.json',
    )
    await expect(`${JSON.stringify(openApi(form, subForms), null, 2)}\n`).toMatchFileSnapshot(
      'fixtures/contract.openapi.golden.json',
    )
    await expect(typeText(form, subForms)).toMatchFileSnapshot('fixtures/contract.types.golden.txt')
    await expect(
      `${JSON.stringify(wireFormItem(fixture('booth_order').form, new Map()), null, 2)}\n`,
    ).toMatchFileSnapshot('fixtures/booth_order.wire.golden.json')
  })

  it('says the same of a value in the API and in the type', () => {
    const of = (property: object, required = false) => {
      const form = compileForm({
        kind: 'form',
        code: 'a',
        title: 'a',
        schema: {
          type: 'object',
          required: required ? ['f'] : [],
          properties: { f: { type: 'string', title: 'f', view: 'text', ...property } },
        },
      })
      const api = openApi(form) as {
        components: { schemas: { a: { properties: { f: { title?: string } } } } }
      }
      const { title: _, ...schema } = api.components.schemas.a.properties.f
      return [schema, /f\??: (.*)/.exec(typeText(form))?.[1]]
    }
    expect(of({ minLength: 2, maxLength: 5 })).toEqual([
      { type: ['string', 'null'], minLength: 2, maxLength: 5 },
      'string | null',
    ])
    expect(
      of({ type: 'number', view: 'number', multipleOf: 0.5, minimum: 1, db: { length: 10 } }, true),
    ).toEqual([{ type: 'number', multipleOf: 0.5, minimum: 1 }, 'number'])
    expect(of({ type: 'integer', view: 'number', db: { type: 'long' } })).toEqual([
      { type: ['integer', 'string', 'null'] },
      'number | string | null',
    ])
    const dict = [
      { value: 'a', text: '甲' },
      { value: 'b', text: '乙' },
    ]
    expect(of({ view: 'list', dict, maxLength: 2 })).toEqual([
      { type: ['string', 'null'], maxLength: 2, enum: ['a', 'b', null] },
      '"a" | "b" | null',
    ])
    // Several are one text, which no list of single values describes.
    expect(of({ view: 'list_multi', dict, maxLength: 9 })).toEqual([
      { type: ['string', 'null'], maxLength: 9 },
      'string | null',
    ])
  })

  it('gives the same bytes for the same document, whatever was compiled before', () => {
    const { text, form } = fixture('booth_order')
    compileForm(wideForm(300))
    expect(JSON.stringify(compileForm(JSON.parse(text) as FormDocument))).toBe(JSON.stringify(form))
  })

  it('compiles 300 fields, each of them once', () => {
    const form = compileForm(wideForm(300))
    expect(form.fields).toHaveLength(300)
    expect(ownTable(form).columns).toHaveLength(308)
    expect(new Set(form.form.groups.flatMap(({ fields }) => fields.map(({ name }) => name))).size).toBe(300)
  })

  it('keeps the answers of the wire free of hidden columns and of conditions', () => {
    const { form } = fixture('booth_order')
    const hidden = new Set(['amount', 'hall'])
    expect(wireColumns(form, { hidden }).columns.map(({ dataIndex }) => dataIndex)).not.toContain('amount')
    const item = JSON.stringify(wireFormItem(form, new Map(), { hidden }))
    expect(item).not.toContain('"amount"')
    // The dictionary of the hall is limited to open halls: the client gets a key, not the table to ask freely.
    expect(wireQueryInfo(form.list.query).find(({ field }) => field === 'hall')).toMatchObject({
      dictTable: '',
      dictCode: 'booth_order.hall',
    })
  })

  it('ignores names of fields that are not there', () => {
    const document: FormDocument = {
      kind: 'form',
      code: 'x',
      title: 'x',
      schema: { type: 'object', properties: { a: { type: 'string', title: 'a', view: 'text' } } },
      list: { columns: ['a', 'a', 'b'], query: ['b', 'a', 'a'], sort: 'b desc' },
      layout: { groups: [{ title: 'g', fields: ['b', 'constructor'] }] },
      indexes: [{ columns: ['b'] }, { columns: ['a', 'b'], unique: true }],
    }
    const form = compileForm(document)
    expect(form.list.columns.map(({ field }) => field.name)).toEqual(['a'])
    expect(form.list.query.map(({ field }) => field.name)).toEqual(['a'])
    expect(form.list.sort).toEqual([{ field: 'create_time', descending: true }])
    expect(form.form.groups).toHaveLength(1)
    expect(ownTable(form).indexes.map(({ columns }) => columns)).toEqual([['create_time']])
  })

  it('keeps secrets out of list and filters, also when the document names them', () => {
    const property = { type: 'string', title: 'pin', view: 'password' } as const
    const document: FormDocument = {
      kind: 'form',
      code: 'x',
      title: 'x',
      schema: { type: 'object', properties: { a: { ...property, view: 'text' }, pin: property } },
      list: { columns: ['a', { field: 'pin' }], query: ['pin', 'a'] },
    }
    const { list, fields } = compileForm(document)
    expect(list.columns.map(({ field }) => field.name)).toEqual(['a'])
    expect(list.query.map(({ field }) => field.name)).toEqual(['a'])
    expect(fields.map(({ inList }) => inList)).toEqual([true, false])
    expect(
      checkDocument(JSON.stringify(document)).map(({ severity, path }) => `${severity} ${path}`),
    ).toEqual(['warning /list/columns/1/field', 'warning /list/query/0'])
  })

  it.each([
    [{ type: 'string', view: 'text', db: { length: 0 } }, 'varchar(255)'],
    [{ type: 'string', view: 'text', db: { length: 99_999_999 } }, 'text'],
    [{ type: 'string', view: 'text', maxLength: 10, db: { length: 5 } }, 'varchar(10)'],
    [{ type: 'string', view: 'textarea' }, 'text'],
    [{ type: 'string', view: 'sel_user' }, 'varchar(1000)'],
    [{ type: 'number', view: 'number', multipleOf: 0.001 }, 'numeric(18,3)'],
    [{ type: 'number', view: 'number', db: { type: 'BigDecimal', length: 4, scale: 9 } }, 'numeric(4,4)'],
    [{ type: 'number', view: 'number', db: { type: 'BigDecimal', length: 5000 } }, 'numeric(1000,2)'],
    [{ type: 'string', view: 'file', db: { type: 'Blob' } }, 'bytea'],
  ] as const)('stores %j as %s', (property, sql) => {
    const document = {
      kind: 'form',
      code: 'x',
      title: 'x',
      schema: { type: 'object', properties: { a: { title: 'a', ...property } } },
    }
    expect(compileForm(document as unknown as FormDocument).fields[0]?.column.sql).toBe(sql)
  })
})

describe('a compiled field', () => {
  const of = (properties: Record<string, object>, more: object = {}) =>
    compileForm({
      kind: 'form',
      code: 'a',
      title: 'a',
      schema: {
        type: 'object',
        required: Object.keys(properties),
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, property]) => [
            name,
            { type: 'string', title: name, view: 'text', ...property },
          ]),
        ),
      },
      ...more,
    } as FormDocument)

  it('that the platform or a fill rule fills is not asked of the user', () => {
    const { fields } = of({ name: {}, create_by: { form: true }, no: { defaultFrom: { fillRule: 'r' } } })
    const asked = fields.map(({ name, required, readOnly }) => [name, required, readOnly])
    expect(asked).toEqual([
      ['name', true, false],
      ['create_by', false, true],
      ['no', false, true],
    ])
  })

  it('of bytes, and one that is not stored, does not sort a list', () => {
    const { list } = of(
      { name: {}, photo: { db: { type: 'Blob' } }, sum: { db: { persist: false } } },
      { list: { columns: ['name', 'photo', 'sum'] } },
    )
    expect(list.columns.map(({ sortable }) => sortable)).toEqual([true, false, false])
  })

  it('that a list is sorted by gets an index, the key has one already', () => {
    const indexes = (sort: string) =>
      of({ name: {} }, { list: { sort } }).table?.indexes.map(({ name }) => name)
    expect(indexes('name desc')).toEqual(['idx_name'])
    expect(indexes('id desc')).toEqual([])
  })

  it('shares its objects with the document, so nothing of it can be changed, at any depth', () => {
    // Held by the types: each line that could be compiled would be reported.
    const changes = (field: Field) => {
      // @ts-expect-error the property itself
      field.property.title = 'x'
      // @ts-expect-error an object within
      if (field.property.db) field.property.db.length = 1
      // @ts-expect-error a list within
      field.property.enum?.push('x')
      // @ts-expect-error a table that its choices come from
      if (field.dict && typeof field.dict === 'object' && 'table' in field.dict) field.dict.table = 'x'
    }
    expect(changes).toBeTypeOf('function')
    const document = JSON.parse(JSON.stringify(wideForm(20))) as FormDocument
    const before = structuredClone(document)
    const { fields } = compileForm(document)
    expect(fields[0]?.property).toBe(document.schema.properties[fields[0]?.name ?? ''])
    expect(document).toEqual(before)
  })
})
