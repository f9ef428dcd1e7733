import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { formDocument, testSession } from '#tests/helpers/form-bench.ts'
import { parseListQuery } from '../../../http/list-query.ts'
import { createComputedSource } from './computed-source.ts'
import { formView } from './form-view.ts'

const ROWS: readonly Row[] = [
  { id: 'a', name: '张三', age: 30, secret: 'x' },
  { id: 'b', name: '李四', age: 9, secret: 'y' },
  { id: 'c', name: '张五', age: null, secret: 'z' },
]
const more: Partial<FormDocument> = {
  store: { source: 'online-user' },
  list: { sort: 'name' },
  permissions: {
    columns: [{ field: 'age', control: 'visible' }],
    rows: [{ code: 'young', title: '年轻', where: { field: 'age', rule: 'lt', val: '10' } }],
  },
}
const none = { list: async () => [] }
const others = {
  'deleted-user': none,
  'menu-page': none,
  'my-depart': none,
  'my-export': none,
  'my-message': none,
  text: none,
}
const form = compileForm(formDocument('people', { name: { type: 'string' }, age: { type: 'integer' } }, more))
const source = createComputedSource({
  'online-user': { list: async () => ROWS },
  ...others,
})
const admin = testSession()
const ask = async (query: Record<string, string>, session = admin) => {
  const view = formView(session, form)
  return source.list(view, session, parseListQuery(query, view.find))
}

describe('computed rows', () => {
  it('are filtered, sorted and paged as those of a table', async () => {
    const names = async (query: Record<string, string>) => {
      const { records, total } = await ask(query)
      return [total, ...records.map(({ id }) => id)]
    }
    expect(await names({ name: '张*' })).toEqual([2, 'a', 'c'])
    expect(await names({ column: 'age', order: 'asc' })).toEqual([3, 'b', 'a', 'c'])
    expect(await names({ column: 'age', order: 'desc', pageSize: '1', pageNo: '2' })).toEqual([3, 'a'])
    expect(await names({ age_begin: '10' })).toEqual([1, 'a'])
  })

  it('are searched as those of a table: capital letters are other letters', async () => {
    const latin = createComputedSource({
      'online-user': { list: async () => ['Zhang', 'zhang', 'ZHANG'].map((name) => ({ id: name, name })) },
      ...others,
    })
    const view = formView(admin, form)
    const { records } = await latin.list(view, admin, parseListQuery({ name: '*hang' }, view.find))
    expect(records.map(({ id }) => id)).toEqual(['Zhang', 'zhang'])
    const lookup = { value: 'id', text: 'name', limit: 9, keyword: 'Z' }
    expect((await latin.lookup(view, admin, lookup)).map(({ value }) => value)).toEqual(['Zhang', 'ZHANG'])
  })

  it('carry the columns of the document that the user may see, and no others', async () => {
    expect((await ask({ name: '张三' })).records).toEqual([{ id: 'a', name: '张三', age: 30 }])
    const view = formView(admin, form)
    expect(await source.get(view, admin, 'b')).toEqual({ id: 'b', name: '李四', age: 9 })
    expect(await source.get(view, admin, 'd')).toBeNull()
  })

  it('obey the rules of rows and columns', async () => {
    const young = testSession({
      isAdmin: false,
      forms: new Map([
        [
          'people',
          {
            visible: new Set<string>(),
            editable: new Set<string>(),
            rows: new Set(['young']),
            menuRules: [],
          },
        ],
      ]),
    })
    expect(await ask({}, young)).toEqual({ total: 1, records: [{ id: 'b', name: '李四' }] })
    expect(await source.get(formView(young, form), young, 'a')).toBeNull()
    await expect(ask({ column: 'age' }, young)).rejects.toThrow('排序字段不存在')
  })

  it('serve as choices', async () => {
    const view = formView(admin, form)
    const lookup = { value: 'id', text: 'name', limit: 2 }
    expect(await source.lookup(view, admin, { ...lookup, keyword: '张' })).toEqual([
      { value: 'a', text: '张三' },
      { value: 'c', text: '张五' },
    ])
    await expect(source.lookup(view, admin, { ...lookup, text: 'secret' })).rejects.toThrow('字典字段不存在')
  })
})
