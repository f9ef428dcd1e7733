import { describe, expect, it } from 'vitest'
import type { FormDocument } from '../../page/form.ts'
import { checkDocument, soundDocument } from '../check-document.ts'
import { compileForm } from '../compile-form.ts'

const field = (view: string, more: object = {}) => ({ type: 'string', title: view, view, ...more })
const STATE = field('list', { dict: [{ value: '1', text: 'A' }] })

function page(list: object, more: object = {}): object {
  return {
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
}

/** Problems of a list, with the lines on which they stand. */
function told(list: object, more: object = {}): string[] {
  const text = JSON.stringify(page(list, more), null, 1)
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

describe('layouts of a list', () => {
  it('name fields that they can be made of', () => {
    const layouts = [
      { kind: 'board', groupBy: 'state', label: 'name', fields: ['rent'] },
      { kind: 'calendar', start: 'begin', end: 'end' },
      { kind: 'gallery', image: 'photo' },
    ]
    expect(told({ layouts, groupBy: 'begin' })).toEqual([])
  })

  it('are told what they lack, by the kind that they name', () => {
    expect(told({ layouts: [{ kind: 'board', label: 'name' }] })).toEqual([
      'error /list/layouts/0 缺少 "groupBy" | {',
    ])
    expect(told({ layouts: [{ kind: 'gallery', label: 'name', fields: ['rent'] }] })).toEqual([
      'error /list/layouts/0 缺少 "image" | {',
    ])
  })

  it('are told to have no effect in the themes of main and sub lists', () => {
    const subTables = [{ code: 'person', foreignKey: 'stand_id', relation: 'many', title: 'Persons' }]
    const layouts = [{ kind: 'gallery', image: 'photo' }]
    expect(told({ layouts }, { subTables, layout: { theme: 'tab' } }).join()).toContain('layouts 不起作用')
    expect(told({ layouts }, { subTables }).join()).not.toContain('layouts 不起作用')
  })

  it('are told where a field is not there or not of the kind', () => {
    expect(
      told({
        layouts: [
          { kind: 'board', groupBy: 'tags' },
          { kind: 'board', groupBy: 'stat' },
          { kind: 'board', groupBy: 'begin', fields: ['nobody'] },
          { kind: 'calendar', start: 'name' },
          { kind: 'calendar', start: 'begin', end: 'rent' },
          { kind: 'gallery', image: 'name' },
        ],
        groupBy: 'rent',
      }),
    ).toEqual([
      'error /list/layouts/0/groupBy 字段 "tags" 应有选项且只存一个值，不能作看板的列 | "tags"',
      'error /list/layouts/1/groupBy 字段 "stat" 不存在 | "stat"',
      'error /list/layouts/2/groupBy 字段 "begin" 应有选项且只存一个值，不能作看板的列 | "begin",',
      'error /list/layouts/2/fields/0 字段 "nobody" 不存在 | "nobody"',
      'error /list/layouts/3/start 字段 "name" 不是存储的日期，不能用于日历 | "name"',
      'error /list/layouts/4/end 字段 "rent" 不是存储的日期，不能用于日历 | "rent"',
      'error /list/layouts/5/image 字段 "name" 不是存储的图片，不能用于画廊 | "name"',
      'error /list/groupBy 不能按字段 "rent" 分组 | "rent"',
    ])
  })

  it('are none of a tree', () => {
    const layouts = [{ kind: 'board', groupBy: 'state' }]
    expect(told({ layouts }, { tree: { parent: 'name', label: 'name' } })).toEqual([
      'warning /list/layouts 树表只以表格显示，layouts 不起作用 | [',
    ])
  })
})

describe('a compiled list', () => {
  const compiled = (layouts: unknown[]) => {
    const { document } = soundDocument(JSON.stringify(page({ layouts })))
    return compileForm(document as FormDocument).list.layouts?.map(({ key }) => key)
  }

  it('always has the table, and each layout under a name of its own', () => {
    const board = { kind: 'board', groupBy: 'state' }
    expect(compiled([board, { ...board, groupBy: 'level' }])).toEqual(['table', 'board', 'board2'])
    expect(compiled([board, { kind: 'table' }])).toEqual(['board', 'table'])
  })

  it('has none where only the table is left of them', () => {
    expect(compiled([{ kind: 'board', groupBy: 'gone' }])).toBeUndefined()
    expect(compiled([{ kind: 'table' }])).toBeUndefined()
  })
})

describe('filters of sub tables', () => {
  const SUBS = { subTables: [{ code: 'guest', foreignKey: 'stand_id', relation: 'many' }] }
  const guest = {
    kind: 'form',
    code: 'guest',
    title: 'guest',
    schema: {
      type: 'object',
      properties: {
        stand_id: field('text'),
        phone: field('text'),
        pin: field('password'),
        gone: field('text', { db: { persist: false } }),
      },
    },
  } as FormDocument
  const forms = new Map([['guest', guest]])
  const said = (query: unknown[], known: object = { forms }) => {
    const text = JSON.stringify(page({ query }, SUBS), null, 1)
    return checkDocument(text, known).map(({ line, column, severity, path, message, suggestion }) => {
      const at = text.split('\n')[Number(line) - 1]?.slice(Number(column) - 1) ?? ''
      return `${severity} ${path} ${message} ${suggestion ?? ''} | ${at.slice(0, 8)}`
    })
  }

  it('are fields of tables that the document names, one level down', () => {
    expect(said(['name', 'guest@phone', { field: 'guest@phone', mode: 'like' }])).toEqual([
      'warning /list/query/2 查询条件 "guest@phone" 重复，只使用第一个  | {',
    ])
    expect(said(['guest@phone'])).toEqual([])
    // Without the other documents only the sub table is known.
    expect(said(['guest@none'], {})).toEqual([])
    expect(said(['gest@phone', 'guest@phon', 'stand@name', { field: 'guest@none' }])).toEqual([
      'error /list/query/0 表单没有子表 "gest" 是否应为 "guest"？ | "gest@ph',
      'error /list/query/1 子表 "guest" 没有字段 "phon" 是否应为 "phone"？ | "guest@p',
      'error /list/query/2 表单没有子表 "stand"  | "stand@n',
      'error /list/query/3/field 子表 "guest" 没有字段 "none" 是否应为 "gone"？ | "guest@n',
    ])
  })

  it('are stored, no secret, not what points to the main record, and have their own control', () => {
    expect(
      said(['guest@stand_id', 'guest@pin', 'guest@gone', { field: 'guest@phone', view: 'list' }]),
    ).toEqual([
      expect.stringMatching(/^warning \/list\/query\/0 .*指向主表/),
      expect.stringMatching(/^warning \/list\/query\/1 .*password/),
      expect.stringMatching(/^warning \/list\/query\/2 .*不存储/),
      expect.stringMatching(/^warning \/list\/query\/3\/view .*view 不起作用 .* \| "list"/),
    ])
  })
})
