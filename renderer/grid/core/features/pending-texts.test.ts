import { describe, expect, it } from 'vitest'
import type { DataClient } from '../../../data/data-client.ts'
import type { GridColumn } from '../columns.ts'
import type { CellMeaning } from '../resolve-texts.ts'
import { createPendingTexts } from './pending-texts.ts'
import type { PendingCell } from './pending-texts.types.ts'

type Answer = ReadonlyMap<string, CellMeaning> | Error

function begin() {
  const questions: { texts: readonly string[]; answer(meanings: Answer): void }[] = []
  const column = {
    name: 'owner',
    title: '负责人',
    resolve: (texts: readonly string[]) =>
      new Promise((resolve, reject) => {
        questions.push({ texts, answer: (it) => (it instanceof Error ? reject(it) : resolve(it)) })
      }),
  } as unknown as GridColumn
  const told: string[] = []
  const pending = createPendingTexts({} as DataClient, {
    settled: (answers) => {
      for (const { cell, meaning } of answers)
        told.push(`${cell.key} ${'refused' in meaning ? meaning.refused : meaning.value}`)
    },
    failed: (cells, reason) => told.push(`${cells.length} ${reason}`),
  })
  const cell = (key: string, text: string): PendingCell => ({
    key,
    column,
    text,
    before: 'old',
    given: new Set(),
  })
  return { questions, told, pending, cell }
}
const row = (key: string, owner: string) => ({ key, isNew: false, values: { owner, name: '甲' } })
const means = (value: string): CellMeaning => ({ value, text: value, alsoSet: {} })

describe('texts that are being looked up', () => {
  it('are asked for once a column, and are no values until they are answered', async () => {
    const { questions, told, pending, cell } = begin()
    pending.ask([cell('a', '张三'), cell('b', '张三'), cell('c', '无名')])
    expect(questions.map(({ texts }) => texts)).toEqual([['张三', '无名']])
    expect(pending.without(row('a', '张三'))).toEqual({ owner: 'old', name: '甲' })
    // Typed over meanwhile: what stands there is a value of its own.
    expect(pending.without(row('b', 'li'))).toEqual({ owner: 'li', name: '甲' })
    questions[0]?.answer(new Map([['张三', means('zhang')]]))
    await pending.settle()
    expect(told).toEqual(['a zhang', 'b zhang', 'c 负责人「无名」不存在'])
    expect(pending.without(row('a', '张三')).owner).toBe('张三')
  })

  it('wait on when the source fails, and are asked for again', async () => {
    const { questions, told, pending, cell } = begin()
    pending.ask([cell('a', '张三')])
    questions[0]?.answer(new Error('网络连接失败'))
    await expect.poll(() => told).toEqual(['1 网络连接失败'])
    expect(pending.without(row('a', '张三')).owner).toBe('old')
    const settled = pending.settle()
    questions[1]?.answer(new Map([['张三', means('zhang')]]))
    await settled
    expect(told.at(-1)).toBe('a zhang')
  })

  it('are forgotten with their rows: a late answer tells nothing', async () => {
    const { questions, told, pending, cell } = begin()
    pending.ask([cell('a', '张三')])
    pending.forget()
    expect(pending.without(row('a', '张三')).owner).toBe('张三')
    questions[0]?.answer(new Map([['张三', means('zhang')]]))
    await pending.settle()
    expect(told).toEqual([])
  })
})
