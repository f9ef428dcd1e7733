import { describe, expect, it } from 'vitest'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { DataClient, Option } from '../../data/data-client.ts'
import { defineWidget } from '../../widget/widget.ts'
import { textResolver } from './resolve-texts.ts'

const ALL: Option[] = [
  { value: 'a', text: '机床' },
  { value: 'b', text: '刀具' },
  { value: 'c', text: '刀具' },
  { value: 'd', text: '张三, 李四' },
  { value: 'same', text: 'same' },
]

function resolver(multiSelect = false) {
  const form = compileForm({
    kind: 'form',
    code: 'c',
    title: 't',
    schema: {
      type: 'object',
      properties: {
        f: { type: 'string', title: '分类', view: 'sel_search', dict: 'kinds', options: { multiSelect } },
      },
    },
  })
  const [field] = form.fields
  if (!field) throw new Error('no field')
  const labelled: string[][] = []
  const client = {
    labels: async (_source: unknown, values: readonly string[]) => {
      labelled.push([...values])
      return values.map((value) => ({ value, text: ALL.find((one) => one.value === value)?.text ?? value }))
    },
    options: async (_source: unknown, { keyword = '', pageSize = 10 }) =>
      keyword === '很多'
        ? Array.from({ length: pageSize }, (_, at) => ({ value: at, text: at === 0 ? '很多' : `很多${at}` }))
        : ALL.filter(({ text, value }) => text.includes(keyword) || value === keyword),
  } as unknown as DataClient
  const codec = { parse: (stored: unknown) => String(stored ?? ''), store: (value: string) => value || null }
  const widget = defineWidget<'sel_search', string>({
    kind: 'sel_search',
    codec,
    cell: { paint: () => {}, labels: lookupSource },
  })
  const resolve = textResolver(field, widget, lookupSource(field))
  if (!resolve) throw new Error('no resolver')
  return {
    read: async (text: string) => (await resolve([text], client)).get(text),
    resolve,
    client,
    labelled,
  }
}

describe('a text that only the source can read', () => {
  it('is a value that is known, or the one entry of that name', async () => {
    const { read } = resolver()
    expect(await read('a')).toMatchObject({ value: 'a', text: '机床' })
    expect(await read(' 机床 ')).toMatchObject({ value: 'a' })
    expect(await read('same')).toMatchObject({ value: 'same' })
    expect(await read('张三, 李四')).toMatchObject({ value: 'd' })
  })

  it('is refused where nobody is meant, or more than one', async () => {
    const { read } = resolver()
    expect(await read('机')).toEqual({ refused: '分类「机」不存在' })
    expect(await read('刀具')).toEqual({ refused: '分类「刀具」不止一个，请打开单元格选择' })
    // The search was cut off: there may be another one of this name.
    expect(await read('很多')).toHaveProperty('refused')
    expect(await read('机床,b')).toEqual({ refused: '分类只能选择一个' })
  })

  it('may mean several, and asks for the values of all cells at once', async () => {
    const { resolve, client, labelled } = resolver(true)
    const found = await resolve(['机床，b', 'c'], client)
    expect(found.get('机床，b')).toMatchObject({ value: 'a,b', text: '机床，刀具' })
    expect(found.get('c')).toMatchObject({ value: 'c' })
    expect(labelled).toHaveLength(1)
  })
})
