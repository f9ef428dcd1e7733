import { describe, expect, it } from 'vitest'
import type { FormPage } from '#schemas/api/page.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { type WidgetKind, widgetOptions } from '#schemas/widget/index.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { pageModel } from '../model/page-model.ts'
import { draftContent } from './draft-content.ts'
import { beginWork } from './record-work.ts'

const user = { id: 'u', username: 'zhang', realname: '张三', orgCode: 'A01' }
const kinds = Object.keys(widgetOptions) as WidgetKind[]
const secrets = kinds.filter((kind) => traitsOf(kind).secret)

/** A form and a sub form of the same fields: a text, and one of the kind. */
function modelOf(kind: WidgetKind) {
  const document = (code: string): FormDocument => ({
    kind: 'form',
    code,
    title: code,
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: '名称', view: 'text' },
        word: { type: 'string', title: '内容', view: kind },
      },
    },
  })
  const main: FormDocument = {
    ...document('main'),
    subTables: [{ code: 'sub', foreignKey: 'main_id', relation: 'many' }],
  }
  return pageModel({
    kind: 'form',
    document: main,
    subDocuments: { sub: document('sub') },
    access: { actions: [], readonly: [] },
  } as unknown as FormPage)
}

function draftOf(kind: WidgetKind) {
  const model = modelOf(kind)
  const read = { id: 'a', _version: 1, name: '甲', word: 'read' }
  const base = { ...read, sub: [{ ...read, id: 'b' }] }
  const work = beginWork(model, user, { base, mine: base })
  work.store.set('name', '乙', { word: 'typed' })
  return draftContent(model, work, { sub: [{ id: 'b', name: '乙', word: 'typed' }] })
}

describe('what is kept of a form', () => {
  it.each(secrets)('holds nothing of a %s, neither in the record nor in a row', (kind) => {
    const text = JSON.stringify(draftOf(kind))
    expect(text).toContain('乙')
    expect(text).not.toMatch(/word|read|typed/)
  })

  it('holds what other kinds hold', () => {
    expect(secrets).toContain('password')
    expect(draftOf('text')).toMatchObject({
      before: { word: 'read', sub: [{ word: 'read' }] },
      mine: { word: 'typed', sub: [{ word: 'typed' }] },
    })
  })
})
