import { describe, expect, it } from 'vitest'
import type { GridColumn } from '../columns.ts'
import type { GridRow } from '../row-source.types.ts'
import { createTexts } from './texts.ts'

const column = (name: string, part: Partial<GridColumn> = {}) =>
  ({ name, labels: null, loadTexts: null, ...part }) as GridColumn
const OWNER = column('owner', { labels: { kept: 'people' } })
const SEX = column('sex')
const row = (key: string, values: GridRow['values']): GridRow => ({ key, isNew: false, values })

describe('texts of stored values', () => {
  it('come with rows, from a dictionary and one by one', () => {
    const texts = createTexts([OWNER, SEX])
    expect(texts.textOf(SEX, '1')).toBeNull()
    texts.look([row('a', { sex: '1', sex_dictText: '男' }), row('b', { sex: '2', sex_dictText: '' })], true)
    expect([texts.textOf(SEX, '1'), texts.textOf(SEX, '2')]).toEqual(['男', null])
    expect(texts.choicesOf('sex')).toBeNull()
    texts.setChoices('sex', [{ value: 2, text: '女' }])
    expect([texts.textOf(SEX, '2'), texts.choicesOf('sex')?.length]).toEqual(['女', 1])
    texts.learn('owner', 'zhang', '张三')
    texts.learn('owner', 'li', '')
    expect([texts.textOf(OWNER, 'zhang'), texts.textOf(OWNER, 'li')]).toEqual(['张三', null])
  })

  it('are missing where a column fetches them: each value once, none that was asked for, none that is a text', () => {
    const texts = createTexts([OWNER, SEX])
    const rows = [
      row('a', { owner: 'zhang,li', sex: '9' }),
      row('b', { owner: 'li' }),
      row('c', { owner: '王五' }),
      row('d', { owner: null }),
    ]
    texts.noteUnread('owner', '王五')
    texts.look(rows)
    const missing = texts.textless()
    expect(missing).toEqual(new Map([['owner', ['zhang', 'li']]]))
    texts.look(rows)
    expect(texts.textless()).toBe(missing)
    texts.setLabels('owner', new Map([['zhang', '张三']]), ['zhang', 'li'])
    expect(texts.textless()).toEqual(new Map())
    expect([texts.textOf(OWNER, 'zhang'), texts.textOf(OWNER, 'li')]).toEqual(['张三', 'li'])
    texts.wasRead('owner', '王五')
    expect(texts.isUnread('owner', '王五')).toBe(false)
    texts.look(rows)
    expect(texts.textless()).toEqual(new Map([['owner', ['王五']]]))
    texts.forgetRows()
    expect(texts.textless()).toEqual(new Map())
  })
})
