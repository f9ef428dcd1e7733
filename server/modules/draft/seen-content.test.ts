import { expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { type WidgetKind, widgetOptions } from '#schemas/widget/index.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { testSession } from '#tests/helpers/form-bench.ts'
import { seenContent } from './seen-content.ts'

const secrets = (Object.keys(widgetOptions) as WidgetKind[]).filter((kind) => traitsOf(kind).secret)

/** A draft of a main and a sub record that were sent with everything in them. */
function seenOf(kind: WidgetKind) {
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
  const sub = compileForm(document('sub'))
  const main: CompiledForm = compileForm({
    ...document('main'),
    subTables: [{ code: 'sub', foreignKey: 'main_id', relation: 'many' }],
  })
  const row = { name: '乙', word: 'typed' }
  const documents = { resolve: (code: string) => (code === 'sub' ? sub : null) }
  const content = { before: { ...row, sub: [row] }, mine: { ...row, sub: [row] } }
  return seenContent(documents as never, testSession(), main, content)
}

it.each(secrets)('keeps nothing of a %s, whatever a browser sends', (kind) => {
  expect(seenOf(kind)).toEqual({
    before: { name: '乙', sub: [{ name: '乙' }] },
    mine: { name: '乙', sub: [{ name: '乙' }] },
  })
})

it('keeps what other kinds hold', () => {
  expect(secrets).toContain('password')
  expect(seenOf('text').mine).toEqual({ name: '乙', word: 'typed', sub: [{ name: '乙', word: 'typed' }] })
})
