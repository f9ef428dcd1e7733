import { expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { keptValues } from './index.ts'

const form = compileForm({
  kind: 'form',
  code: 'kept',
  title: '内容',
  schema: {
    type: 'object',
    properties: {
      content: { type: 'string', title: '内容', view: 'umeditor' },
      name: { type: 'string', title: '名称', view: 'text' },
    },
  },
})

it('keeps of a rich text what may be shown, and everything of other texts', () => {
  const html = '<p onclick="a()">一<script>alert(1)</script></p>'
  expect(keptValues(form, { content: html, name: html, id: '1' })).toEqual({
    content: '<p>一</p>',
    name: html,
    id: '1',
  })
  expect(keptValues(form, { content: '3 < 5 & 7' })).toEqual({ content: '3 < 5 & 7' })
  expect(keptValues(form, { content: null })).toEqual({ content: null })
})
