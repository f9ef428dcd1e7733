import { describe, expect, it } from 'vitest'
import type { DataClient } from '../data/data-client.ts'
import { exampleClient } from './example-client.ts'

describe('choices of examples', () => {
  const client = exampleClient({} as DataClient)
  const texts = (found: readonly { text: string }[]) => found.map(({ text }) => text)

  it('differ below each parent', async () => {
    expect(texts(await client.options('example_x.f', {}))).toEqual(['机械设备', '电子信息'])
    expect(texts(await client.options('example_x.f', { parent: 'A' }))).toEqual(['数控机床', '工业机器人'])
    expect(texts(await client.options('example_x.f', { parent: 'B' }))).toEqual(['集成电路', '智能终端'])
    expect((await client.tree('example_x.f', 'B')).map(({ title }) => title)).toEqual([
      '集成电路',
      '智能终端',
    ])
  })

  it('are found in all levels and named by value', async () => {
    expect(texts(await client.options('example_x.f', { keyword: '机' }))).toContain('工业机器人')
    expect(texts(await client.labels('example_x.f', ['A1', 'B']))).toEqual(['数控机床', '电子信息'])
    expect((await client.tree('example_x.f', '', { whole: true }))[1]?.children).toHaveLength(2)
  })
})
