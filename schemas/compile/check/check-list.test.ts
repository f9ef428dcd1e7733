import { describe, expect, it } from 'vitest'
import { checkDocument } from '../check-document.ts'

const field = (view: string, more: object = {}) => ({ type: 'string', title: view, view, ...more })
const STATE = field('list', { dict: [{ value: '1', text: 'A' }] })

/** Problems of a list, with the lines on which they stand. */
function told(list: object, more: object = {}): string[] {
  const document = {
    kind: 'form',
    code: 'stand',
    title: 'stand',
    schema: {
      type: 'object',
      properties: {
        name: field('text'),
        state: STATE,
        tags: field('list_multi', { dict: [{ value: '1', text: 'A' }] }),
        rent: { type: 'number', title: 'rent', view: 'number' },
        level: { type: 'integer', title: 'level', view: 'list', dict: [{ value: 1, text: 'A' }] },
        begin: field('date', { format: 'date' }),
        end: field('datetime', { format: 'datetime' }),
        photo: field('image'),
        note: { type: 'string', title: 'note', view: 'text', db: { persist: false } },
      },
    },
    list,
    ...more,
  }
  const text = JSON.stringify(document, null, 1)
  return checkDocument(text).map(({ line, column, severity, path, message }) => {
    const at = text.split('\n')[Number(line) - 1]?.slice(Number(column) - 1) ?? ''
    return `${severity} ${path} ${message} | ${at.slice(0, 12)}`
  })
}

describe('totals below columns', () => {
  it('are sums and averages of stored numbers, and counts of what is stored', () => {
    expect(
      told({
        columns: [
          { field: 'rent', total: 'sum' },
          { field: 'name', total: 'count' },
        ],
      }),
    ).toEqual([])
    expect(
      told({
        columns: [
          { field: 'name', total: 'sum' },
          { field: 'level', total: 'average' },
          { field: 'note', total: 'count' },
        ],
      }),
    ).toEqual([
      'error /list/columns/0/total 字段 "name" 不是存储的数字，不能合计 | "sum"',
      'error /list/columns/1/total 字段 "level" 不是存储的数字，不能合计 | "average"',
      'error /list/columns/2/total 字段 "note" 不存储，不能计数 | "count"',
    ])
  })
})
