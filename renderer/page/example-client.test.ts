import { describe, expect, it } from 'vitest'
import { type LookupSource, lookupSource } from '#schemas/compile/choice-source.ts'
import { OWN_LANGUAGE, speak } from '#schemas/text/text.ts'
import type { DataClient } from '../data/data-client.ts'
import { exampleClient } from './example-client.ts'

const EXAMPLE = lookupSource({
  view: 'sel_tree',
  options: { table: 'goods' },
  dict: null,
  dictKey: 'example_x.f',
}) as LookupSource

describe('choices of examples', () => {
  const client = exampleClient({} as DataClient)
  const texts = (found: readonly { text: string }[]) => found.map(({ text }) => text)

  it('differ below each parent', async () => {
    expect(texts(await client.options(EXAMPLE, {}))).toEqual(['机械设备', '电子信息'])
    expect(texts(await client.options(EXAMPLE, { parent: 'A' }))).toEqual(['数控机床', '工业机器人'])
    expect(texts(await client.options(EXAMPLE, { parent: 'B' }))).toEqual(['集成电路', '智能终端'])
    expect((await client.tree(EXAMPLE, 'B')).map(({ title }) => title)).toEqual(['集成电路', '智能终端'])
  })

  it('are found in all levels and named by value', async () => {
    expect(texts(await client.options(EXAMPLE, { keyword: '机' }))).toContain('工业机器人')
    expect(texts(await client.labels(EXAMPLE, ['A1', 'B']))).toEqual(['数控机床', '电子信息'])
    expect((await client.tree(EXAMPLE, '', { whole: true }))[1]?.children).toHaveLength(2)
    expect((await client.tree(EXAMPLE, '', { to: ['B1'] }))[1]?.children).toHaveLength(2)
  })

  it('are rows for a picker that shows them page by page', async () => {
    const page = await client.list({ code: 'sys_role', offeredBy: 'example_x.f' }, { pageNo: 2, pageSize: 5 })
    expect(page).toMatchObject({ total: 6, records: [{ id: 'B2', roleName: '智能终端', name: '智能终端' }] })
  })

  it('are named in the language of the moment', async () => {
    speak('en', { 数控机床: 'CNC machines', 电子信息: 'Electronics' })
    expect(texts(await client.labels(EXAMPLE, ['A1', 'B']))).toEqual(['CNC machines', 'Electronics'])
    speak(OWN_LANGUAGE, {})
  })

  it('are asked of the server where it is no example', async () => {
    const options = async () => [{ value: '1', text: '男' }]
    expect(await exampleClient({ options } as unknown as DataClient).options({ kept: 'sex' }, {})).toEqual([
      { value: '1', text: '男' },
    ])
  })
})
