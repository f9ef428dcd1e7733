import { expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import { formDocument, testSession } from '#tests/helpers/form-bench.ts'
import { formView } from './form-view.ts'
import { addTexts } from './row-texts.ts'

const title = { title: { type: 'string' } } as const
const plain = formDocument('paper', title)
const people = { create_by: { type: 'string' }, update_by: { type: 'string' } } as const
const withPeople = formDocument(
  'paper',
  { ...title, ...people },
  { list: { columns: ['title', 'create_by', 'update_by'] } },
)

async function texts(document: typeof plain, shownAs: 'list' | 'record') {
  const session = testSession()
  const asked: unknown[] = []
  const dictionaries = {
    async texts(key: string, values: readonly string[], _: unknown, namedBy?: string) {
      asked.push([key, [...values], namedBy])
      return new Map([['zs', '张三']])
    },
  }
  const rows: Row[] = [
    { id: '1', create_by: 'zs', update_by: null },
    { id: '2', create_by: 'gone', update_by: 'zs' },
    { id: '3', create_by: 'zs', update_by: 'zs' },
  ]
  await addTexts(formView(session, compileForm(document)), rows, session, dictionaries, () => null, shownAs)
  return { rows, asked }
}

it('names people beside their accounts, with one question per column; an unknown account stays', async () => {
  const { rows, asked } = await texts(withPeople, 'list')
  expect(rows).toEqual([
    { id: '1', create_by: 'zs', create_by_dictText: '张三', update_by: null },
    { id: '2', create_by: 'gone', create_by_dictText: 'gone', update_by: 'zs', update_by_dictText: '张三' },
    { id: '3', create_by: 'zs', create_by_dictText: '张三', update_by: 'zs', update_by_dictText: '张三' },
  ])
  expect(asked).toEqual([
    ['sys_user,realname,username', ['zs', 'gone'], 'product'],
    ['sys_user,realname,username', ['zs'], 'product'],
  ])
})

it('asks for nothing in a list without such a column, and for a record that is read', async () => {
  expect((await texts(plain, 'list')).asked).toEqual([])
  expect((await texts(plain, 'record')).asked).toHaveLength(2)
})

it('shows a column of the chosen row beside it, and nothing where that row cannot be read', async () => {
  const document = formDocument('order', {
    goods: { type: 'string', view: 'link_table', options: { table: 'shop', text: 'name' } },
    price: { type: 'string', view: 'link_table_field', options: { table: 'goods', text: 'price' } },
  })
  const asked: string[] = []
  const dictionaries = {
    async texts(key: string) {
      asked.push(key)
      return new Map([['g1', key === 'shop,price,id' ? '12' : '苹果']])
    },
  }
  const rows: Row[] = [
    { id: '1', goods: 'g1' },
    { id: '2', goods: 'gone' },
  ]
  const form = compileForm(document)
  await addTexts(formView(testSession(), form), rows, testSession(), dictionaries, () => null)
  expect(rows).toEqual([
    { id: '1', goods: 'g1', goods_dictText: '苹果', price: '12' },
    { id: '2', goods: 'gone', goods_dictText: 'gone', price: '', _unknownValues: { goods: ['gone'] } },
  ])
  expect(asked.sort()).toEqual(['shop,name,id', 'shop,price,id'])
  expect(form.table?.columns.map(({ name }) => name)).not.toContain('price')
})
