import { describe, expect, it } from 'vitest'
import type { FormDocument } from '../../page/form.ts'
import { checkDocument, soundPage } from '../check-document.ts'

const field = { type: 'string', title: 'f', view: 'text' } as const
const form = (code: string, names: readonly string[], more: Partial<FormDocument> = {}): FormDocument => ({
  kind: 'form',
  code,
  title: code,
  schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, field])) },
  ...more,
})
const forms = new Map(
  [
    form('depart', ['name', 'pid', 'org_code'], { tree: { parent: 'pid', label: 'name' } }),
    form('person', ['name', 'depart_id']),
    form('flat', ['name']),
  ].map((one) => [one.code, one]),
)
const PAGE = {
  kind: 'page',
  code: 'people',
  title: '部门与人员',
  left: { form: 'depart', as: 'tree' },
  right: [{ form: 'person', as: 'list', link: { field: 'depart_id', from: 'id' } }],
}
const found = (changes: object) =>
  checkDocument({ ...PAGE, ...changes }, { forms }).map(
    ({ path, message, suggestion }) => `${path} ${message}${suggestion ? ` ${suggestion}` : ''}`,
  )

describe('a composite page', () => {
  it('is sound when its forms and fields are there', () => {
    expect(found({})).toEqual([])
    expect(soundPage(PAGE, { forms }).document).toEqual(PAGE)
  })

  it.each<[string, object, string]>([
    [
      'a form at the left that is not there',
      { left: { form: 'depar', as: 'tree' } },
      '/left/form 表单文档 "depar" 不存在 是否应为 "depart"？',
    ],
    [
      'a tree of a form that is none',
      { left: { form: 'flat', as: 'tree' } },
      '/left/as 表单 "flat" 不是树表，左侧按列表显示',
    ],
    [
      'a part that is not there',
      { right: [{ ...PAGE.right[0], form: 'persn' }] },
      '/right/0/form 表单文档 "persn" 不存在 是否应为 "person"？',
    ],
    [
      'a link to a field that is not there',
      { right: [{ ...PAGE.right[0], link: { field: 'depart', from: 'id' } }] },
      '/right/0/link/field 表单 "person" 没有字段 "depart"',
    ],
    [
      'a link from a field that is not there',
      { right: [{ ...PAGE.right[0], link: { field: 'depart_id', from: 'org_cod' } }] },
      '/right/0/link/from 表单 "depart" 没有字段 "org_cod"',
    ],
    [
      'a word that is none',
      { right: [{ ...PAGE.right[0], as: 'table' }] },
      '/right/0/as "table" 无效，应为 list、record 之一',
    ],
    ['no part at all', { right: [] }, '/right 至少1项'],
  ])('says what is wrong: %s', (_what, changes, expected) => {
    const problems = found(changes)
    expect(
      problems.filter((line) => line.startsWith(expected)),
      problems.join('\n'),
    ).toHaveLength(1)
  })

  it('goes without a part that cannot be linked, and is none without what is chosen from', () => {
    const second = { form: 'person', as: 'record', link: { field: 'gone', from: 'id' } }
    expect(soundPage({ ...PAGE, right: [...PAGE.right, second] }, { forms }).document?.right).toEqual(
      PAGE.right,
    )
    expect(soundPage({ ...PAGE, right: [second] }, { forms }).document).toBeNull()
    expect(soundPage({ ...PAGE, left: { form: 'gone', as: 'list' } }, { forms }).document).toBeNull()
    expect(soundPage({ ...PAGE, left: { form: 'flat', as: 'tree' } }, { forms }).document?.left.as).toBe(
      'list',
    )
  })

  it('is told with line and column', () => {
    const text = JSON.stringify({ ...PAGE, left: { form: 'gone', as: 'tree' } }, null, 2)
    const line = text.split('\n').findIndex((one) => one.includes('"gone"')) + 1
    expect(checkDocument(text, { forms })).toMatchObject([{ line, column: 13, code: 'unknown-form' }])
  })

  it('may stand behind a menu entry', () => {
    const menu = { kind: 'menu', title: 'm', path: '/m', form: 'people' }
    expect(checkDocument(menu, { forms })).toHaveLength(1)
    expect(checkDocument(menu, { forms, pages: new Map([['people', 'depart']]) })).toEqual([])
  })
})
