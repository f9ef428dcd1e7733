import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { listStateSearch, parseListState } from './list-address.ts'
import { askedValues, clearedState, initialListState, listQuery, missingFilters } from './list-state.ts'

const document: FormDocument = {
  kind: 'form',
  code: 'fair',
  title: '展会',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称', view: 'text' },
      status: { type: 'string', title: '状态', view: 'list', dict: [{ value: '1', text: '筹备' }] },
      start: { type: 'string', title: '开展', view: 'date', format: 'date' },
      tags: { type: 'string', title: '行业', view: 'list_multi', dict: [{ value: 'a', text: '甲' }] },
    },
  },
  list: { query: ['name', { field: 'status', default: '1' }, 'start', 'tags'] },
}
const form = compileForm(document)

describe('the state of a list', () => {
  it('begins on page 1 with 50 rows, newest first by the document, with the defaults of its filters [list-02, list-03, list-07]', () => {
    expect(initialListState(form.list)).toEqual({
      filter: { status: '1' },
      condition: null,
      sort: [],
      pageNo: 1,
      pageSize: 50,
    })
    expect(form.list.pageSizes).toEqual([50, 100, 150])
    expect(form.list.sort).toEqual([{ field: 'create_time', descending: true }])
  })

  it('is read back from the address that it wrote', () => {
    const state = {
      filter: { status: '', name: '工业 & 博览', start_begin: '2026-01-01' },
      condition: { or: [{ field: 'name', rule: 'like' as const, val: '工业 & 博览' }] },
      sort: [
        { field: 'start', descending: true },
        { field: 'name', descending: false },
      ],
      pageNo: 3,
      pageSize: 100,
    }
    expect(parseListState(form.list, listStateSearch(form.list, state))).toEqual(state)
    expect(listStateSearch(form.list, initialListState(form.list))).toBe('')
  })

  it('takes a sorter of a column and a direction, in any case, and nothing else [list-08]', () => {
    const sortOf = (sorter: string) => parseListState(form.list, `sort=${encodeURIComponent(sorter)}`).sort
    expect(sortOf('start=asc')).toEqual([{ field: 'start', descending: false }])
    expect(sortOf('start=DESC')).toEqual([{ field: 'start', descending: true }])
    for (const other of [
      'start',
      'start=',
      'start=down',
      'start desc',
      '=desc',
      'start=asc=desc',
      'nothing=asc',
    ])
      expect(sortOf(other), other).toEqual([])
  })

  it('does not believe an address that somebody made up', () => {
    expect(parseListState(form.list, 'page=-3&size=7&sort=password=desc&q_secret=1&page_no=2')).toEqual(
      initialListState(form.list),
    )
  })
})

describe('the query of a list', () => {
  it('looks for a part of a text, between both ends of a range, and for any of several values [queryfilter-19, queryfilter-20]', () => {
    const state = {
      ...initialListState(form.list),
      filter: { name: '工业', start_begin: '2026-01-01', start_end: '2026-02-01', tags: 'a,b' },
      sort: [{ field: 'start', descending: false }],
    }
    expect(listQuery(form.list, state)).toEqual({
      pageNo: 1,
      pageSize: 50,
      sort: [{ field: 'start', descending: false }],
      filter: {
        and: [
          { field: 'name', rule: 'like', val: '工业' },
          { field: 'start', rule: 'ge', val: '2026-01-01' },
          { field: 'start', rule: 'le', val: '2026-02-01' },
          { field: 'tags', rule: 'in', val: ['a', 'b'] },
        ],
      },
    })
  })

  it('leaves out what is empty, and takes every sign that is typed for itself', () => {
    const query = (name: string) =>
      listQuery(form.list, { ...initialListState(form.list), filter: { name, status: '' } })
    expect(query('  ')).not.toHaveProperty('filter')
    for (const typed of ['工*', '!工', 'a,b', '>=5', '*'])
      expect(query(` ${typed} `).filter).toEqual({ field: 'name', rule: 'like', val: typed })
  })

  it('takes a comma for a separator only where the control chooses several', () => {
    const filter = (given: Record<string, string>) =>
      listQuery(form.list, { ...initialListState(form.list), filter: { status: '', ...given } }).filter
    expect(filter({ status: 'a,b' })).toEqual({ field: 'status', rule: 'eq', val: 'a,b' })
    expect(filter({ tags: 'a' })).toEqual({ field: 'tags', rule: 'eq', val: 'a' })
  })

  it('asks for all rows where the document has no pages', () => {
    const all = compileForm({ ...document, list: { paging: false } })
    expect(listQuery(all.list, initialListState(all.list))).toMatchObject({ pageNo: 1, pageSize: -521 })
  })

  it('names the required filters that are missing', () => {
    const strict = compileForm({
      ...document,
      list: {
        query: [
          { field: 'name', required: true },
          { field: 'start', required: true },
        ],
      },
    })
    const begun = initialListState(strict.list)
    expect(missingFilters(strict.list, begun)).toEqual(['名称', '开展'])
    expect(missingFilters(strict.list, { ...begun, filter: { name: 'x', start_end: '2026-01-01' } })).toEqual(
      [],
    )
    // What must be given stays when the others are cleared.
    const given = { ...begun, filter: { name: 'x', start_end: '2026-01-01', tags: 'a' }, pageNo: 3 }
    const kept = { name: 'x', start_end: '2026-01-01' }
    const cleared = clearedState(strict.list, given)
    expect(cleared).toEqual({ ...given, filter: kept, pageNo: 1 })
    expect(clearedState(strict.list, { ...given, filter: kept })).toBeNull()
    const condition = { field: 'name', rule: 'eq', val: 'x' } as const
    expect(clearedState(strict.list, { ...given, filter: kept, condition })).toEqual(cleared)
  })
})

describe('the first values of a new record', () => {
  const values = (filter: Record<string, string>) => askedValues(form.list, filter)

  it('are what an address asks for exactly', () => {
    expect(values({ status: '2' })).toEqual({ status: '2' })
    expect(values({ tags: 'a' })).toEqual({ tags: 'a' })
  })

  it('are nothing of a text that is contained, a range, several values, or a beginning of the document', () => {
    const filters: Record<string, string>[] = [
      { name: '工业' },
      { start_begin: '2026-01-01' },
      { tags: 'a,b' },
      { status: '1' },
      { status: '' },
    ]
    for (const filter of filters) expect(values(filter)).toEqual({})
  })
})
