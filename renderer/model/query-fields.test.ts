import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { PageModel } from './page-model.ts'
import { queryFields, wordsOf } from './query-fields.ts'

const form = compileForm(
  JSON.parse(readFileSync('schemas/compile/fixtures/booth_order.form.json', 'utf8')) as FormDocument,
)
const contact: Record<string, Partial<Property>> = { phone: { view: 'text', title: '电话' } }
const sub = compileForm({
  kind: 'form',
  code: 'contact',
  title: '联系人',
  schema: { type: 'object', properties: { phone: { type: 'string', ...contact.phone } as Property } },
})
const model = {
  form,
  subs: [
    {
      sub: {
        code: 'contact',
        title: '联系人',
        foreignKey: 'order_id',
        mainField: 'id',
        relation: 'many',
        minRows: 0,
      },
      form: sub,
      title: '联系人',
      readonly: [],
    },
  ],
} as unknown as PageModel
const none = new Set<string>()
const fields = new Map(queryFields(model, () => none).map((field) => [field.name, field]))
const rules = (name: string) => fields.get(name)?.rules

describe('a field of the advanced query', () => {
  it('is every stored one that the user has and that is no secret', () => {
    expect(fields.has('discount')).toBe(false)
    expect(fields.has('secret')).toBe(false)
    expect(fields.has('total_text')).toBe(false)
    expect(fields.get('contact@phone')).toMatchObject({ title: '电话', sub: '联系人' })
    const left = queryFields(model, ({ code }) => new Set(code === 'contact' ? ['phone'] : ['name']))
    expect(left.map(({ name }) => name)).not.toContain('name')
    expect(left.map(({ name }) => name)).not.toContain('contact@phone')
    expect(left.map(({ name }) => name)).toContain('status')
  })

  it('offers the rules that make sense for its kind, like the text ones for texts [superquery-05, superquery-06, superquery-07, superquery-08, superquery-09, superquery-10]', () => {
    for (const rule of ['eq', 'like', 'right_like', 'left_like', 'in', 'ne'])
      expect(rules('name')).toContain(rule)
    expect(rules('name')).not.toContain('gt')
    for (const rule of ['eq', 'ne', 'in']) expect(rules('status')).toContain(rule)
    expect(rules('status')).not.toContain('like')
    expect(rules('paid')).toEqual(['eq', 'ne', 'empty', 'not_empty'])
  })

  it('compares numbers, days, moments and times by their order [superquery-11, superquery-12, superquery-13, superquery-14]', () => {
    for (const name of ['amount', 'count', 'open_date', 'signed_at', 'opens', 'create_time'])
      for (const rule of ['gt', 'ge', 'lt', 'le']) expect(rules(name), name).toContain(rule)
  })

  it('has one control for one value and another for several, whatever the form lets choose', () => {
    expect(fields.get('tags')?.one.view).toBe('list')
    expect(fields.get('tags')?.several?.view).toBe('list_multi')
    expect(fields.get('status')?.several?.view).toBe('list_multi')
    expect(fields.get('owner')?.one.options.multiSelect).toBe(false)
    expect(fields.get('owner')?.several?.options.multiSelect).toBe(true)
    expect(fields.get('departs')?.one.options.multiSelect).toBe(false)
    expect(fields.get('source')?.several?.options.popupMulti).toBe(true)
    expect(fields.get('category')?.several?.options.multiSelect).toBe(true)
    expect(fields.get('name')?.several).toBeNull()
  })

  it('never asks for several of what its control takes one of', () => {
    for (const { name, rules, one, several } of fields.values())
      if (several === null && traitsOf(one.view).choices !== undefined)
        expect(rules, name).not.toContain('in')
  })

  it('compares the same column of a user, however many are chosen', () => {
    const users = compileForm({
      ...form.document,
      schema: {
        type: 'object',
        properties: {
          owner: {
            type: 'string',
            title: '负责人',
            view: 'sel_user',
            options: { returnKeys: ['id', 'username'], multiSelect: false },
          },
        },
      },
    } as FormDocument)
    const [owner] = queryFields({ form: users, subs: [] } as unknown as PageModel, () => none)
    expect(owner?.several?.options.store).toBe('id')
    expect(owner?.one.options.store).toBe('id')
  })

  it('brings its kind, type, dictionary and popup for other clients [superquery-01]', () => {
    const words = wordsOf(model)
    expect(words('status')).toMatchObject({
      type: 'list',
      dbType: 'string',
      options: [{ value: '0' }, { value: '1' }],
    })
    expect(words('paid').options).toEqual([
      { value: 'Y', text: '是' },
      { value: 'N', text: '否' },
    ])
    expect(words('level')).toMatchObject({ dictCode: 'expo_level' })
    expect(words('category')).toMatchObject({ dictTable: 'expo_category', dictCode: 'id', dictText: 'name' })
    expect(words('owner')).toMatchObject({ type: 'sel_user', customReturnField: 'username' })
    expect(words('source').popup).toEqual({
      code: 'expo_source',
      field: 'source',
      orgFields: 'name,phone',
      destFields: 'source,phone',
      multi: false,
    })
    expect(words('amount')).toMatchObject({ type: 'number', dbType: 'BigDecimal' })
    expect(words('contact@phone')).toMatchObject({ type: 'text' })
    expect(words('gone')).toEqual({})
    // Its condition is the server's to look up.
    expect(words('hall')).toMatchObject({ dictCode: 'booth_order.hall' })
  })
})
