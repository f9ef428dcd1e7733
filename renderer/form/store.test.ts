import { describe, expect, it, vi } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Property } from '#schemas/page/form.ts'
import { createFormStore } from './store.ts'

const text = (title: string, more: Partial<Property> = {}) =>
  ({ type: 'string', title, view: 'text', ...more }) as Property

const form = compileForm({
  kind: 'form',
  code: 'visitor',
  title: '访客',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: text('姓名', { maxLength: 4 }),
      phone: text('手机', { validType: 'm' }),
      level: text('级别'),
      owner: text('负责人'),
      discount: text('折扣'),
      reason: text('理由'),
    },
  },
  rules: [
    // biome-ignore lint/suspicious/noThenProperty: the keyword of a document rule
    { if: { field: 'level', rule: 'eq', val: 'vip' }, then: { require: ['owner'], show: ['discount'] } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of a document rule
    { if: { field: 'level', rule: 'eq', val: 'fixed' }, then: { readonly: ['name'], hide: ['reason'] } },
  ],
})

describe('the values of a form', () => {
  it('asks for a further level of a linked dropdown at the field that draws it', () => {
    const options = {
      table: 'area',
      txt: 'name',
      key: 'code',
      idField: 'id',
      pidField: 'pid',
      linkField: 'city',
    }
    const chain = compileForm({
      kind: 'form',
      code: 'chain',
      title: '联动',
      schema: {
        type: 'object',
        required: ['city'],
        properties: {
          province: text('省份', { view: 'link_down', options }),
          city: text('城市', { form: false }),
        },
      },
    })
    const store = createFormStore(chain, {})
    expect(store.placeOf('city')).toBe('province')
    expect(store.validate()).toMatchObject([{ field: 'city' }])
    const { error } = store.snapshot('province')
    expect(error).toContain('城市')
    store.set('province', 'zj', { city: 'hz' })
    expect(store.snapshot('province').error).toBeNull()
    expect(store.validate()).toEqual([])
  })

  it('tell only the field that changed, and those whose state follows from it', () => {
    const store = createFormStore(form, { name: '甲', level: null })
    const told = Object.fromEntries(form.fields.map(({ name }) => [name, vi.fn()]))
    for (const [name, listener] of Object.entries(told)) {
      store.snapshot(name)
      store.subscribe(name, listener)
    }
    store.set('name', '乙')
    expect(Object.keys(told).filter((name) => told[name]?.mock.calls.length)).toEqual(['name'])
    store.set('level', 'vip')
    expect(Object.keys(told).filter((name) => told[name]?.mock.calls.length)).toEqual([
      'name',
      'level',
      'owner',
      'discount',
    ])
    expect(told.name).toHaveBeenCalledTimes(1)
  })

  it('keep a snapshot as long as nothing of it changes', () => {
    const store = createFormStore(form, { name: '甲' })
    const before = store.snapshot('name')
    store.set('phone', '1')
    store.set('name', '甲')
    expect(store.snapshot('name')).toBe(before)
    store.set('name', '乙')
    expect(store.snapshot('name')).not.toBe(before)
  })

  it('are set together with their siblings in one change', () => {
    const store = createFormStore(form, {})
    const row = vi.fn()
    store.subscribeAll(() => row({ ...store.row() }))
    store.set('name', '甲', { phone: '13800000000', owner: 'li' })
    expect(row).toHaveBeenCalledTimes(1)
    expect(row).toHaveBeenCalledWith({ name: '甲', phone: '13800000000', owner: 'li' })
  })

  it('are dirty while they differ from the beginning; nothing and empty are the same', () => {
    const store = createFormStore(form, { name: '甲', phone: null })
    store.set('phone', '')
    expect(store.isDirty()).toBe(false)
    store.set('name', '乙')
    expect(store.isDirty()).toBe(true)
    store.set('name', '甲')
    expect(store.isDirty()).toBe(false)
  })

  it('begin anew on reset', () => {
    const store = createFormStore(form, { name: '甲' })
    store.set('name', '')
    store.validate()
    store.reset({ name: '丙' })
    expect(store.isDirty()).toBe(false)
    expect(store.snapshot('name')).toMatchObject({ value: '丙', error: null })
  })
})

describe('what the rules of a document make of the fields', () => {
  it('follows the values: shown, required, locked, hidden', () => {
    const store = createFormStore(form, { level: null })
    expect(store.snapshot('discount').hidden).toBe(true)
    store.set('level', 'vip')
    expect(store.snapshot('discount').hidden).toBe(false)
    expect(store.snapshot('owner').required).toBe(true)
    store.set('level', 'fixed')
    expect(store.snapshot('owner').required).toBe(false)
    expect(store.snapshot('name').readOnly).toBe(true)
    expect(store.snapshot('reason').hidden).toBe(true)
  })

  it('clears the error of a field that is asked for no more', () => {
    const store = createFormStore(form, { name: '甲', level: 'vip' })
    expect(store.validate().map(({ field }) => field)).toEqual(['owner'])
    store.set('level', 'plain')
    expect(store.snapshot('owner').error).toBeNull()
  })

  it('locks what this user may see and not change', () => {
    const store = createFormStore(form, {}, { readOnlyFields: ['phone'] })
    expect(store.snapshot('phone').readOnly).toBe(true)
    expect(store.snapshot('name').readOnly).toBe(false)
  })
})

describe('errors', () => {
  it('come when a field is left, and go while it is mended', () => {
    const store = createFormStore(form, { name: '甲' })
    store.set('phone', '138')
    expect(store.snapshot('phone').error).toBeNull()
    store.check('phone')
    expect(store.snapshot('phone').error).toBe('请输入正确手机号')
    store.set('phone', '13800000000')
    expect(store.snapshot('phone').error).toBeNull()
  })

  it('of an empty required field come when the form is saved, not when it is passed by', () => {
    const store = createFormStore(form, {})
    store.check('name')
    expect(store.snapshot('name').error).toBeNull()
    expect(store.validate()).toEqual([{ field: 'name', message: '请输入姓名' }])
    expect(store.snapshot('name').error).toBe('请输入姓名')
    // Once told it stays told.
    store.check('name')
    expect(store.errors().has('name')).toBe(true)
  })

  it('given from outside stay until the value changes', () => {
    const store = createFormStore(form, { name: '甲' })
    store.setError('name', '该值不可用，系统中已存在！')
    expect(store.errors().get('name')).toBe('该值不可用，系统中已存在！')
    store.set('name', '乙')
    expect(store.snapshot('name').error).toBeNull()
  })
})
