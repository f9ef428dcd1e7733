import { fireEvent, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { showDocument } from '#tests/helpers/grid-bench.tsx'

const form = (properties: Record<string, Property>): FormDocument => ({
  kind: 'form',
  code: 'line',
  title: '明细',
  schema: { type: 'object', properties },
})
const text = { type: 'string', title: '文', view: 'text' } as const

describe('a column of a kind that does not exist', () => {
  it('says so in its heading, is edited as a text, and keeps what is not changed', async () => {
    const { cell, press, type, stored } = await showDocument(
      form({ f: { ...text, view: 'hologram' }, g: text }),
      { rows: [{ id: 'r1', f: '<b>甲</b>', g: '乙' }] },
    )
    const heading = document.querySelector('.ht_master thead .colHeader .data-grid-fault')
    expect(heading?.textContent).toBe('⚠ 未知控件 hologram')
    expect(cell().textContent).toBe('<b>甲</b>')
    await press()
    await type('丁')
    expect([stored('f'), stored('g')]).toEqual(['丁', '乙'])
  })
})

describe('a value of another type than its column', () => {
  const number = { type: 'number', title: '数', view: 'number' } as const
  const date = { type: 'string', title: '日', view: 'date', format: 'date' } as const
  const OBJECT = { a: 1 }

  it.each<[string, Property, unknown, string, string]>([
    ['an object in a text', text, OBJECT, '{"a":1}', '文的值格式不正确'],
    ['a text in a number', number, '很多', '很多', '数应为数字'],
    ['a list in a date', date, ['2026', '1'], '2026,1', '日应为日期，如 2026-01-31'],
    ['a number in a date', date, 7, '7', '日应为日期，如 2026-01-31'],
    ['an object in a list', { ...text, view: 'list', dict: [] }, OBJECT, '{"a":1}', '文的值格式不正确'],
  ])(
    '%s is shown, told as wrong at once, and kept until it is changed',
    async (_what, property, value, shown, message) => {
      const { cell, ref, stored } = await showDocument(form({ f: property }), {
        rows: [{ id: 'r1', f: value }],
      })
      expect(cell().textContent).toBe(shown)
      expect(cell().getAttribute('aria-invalid')).toBe('true')
      expect(cell().title).toBe(message)
      expect(stored('f')).toEqual(value)
      expect((await ref.current?.validate())?.[0]?.message).toBe(message)
    },
  )

  it.each<[Property, unknown, string, unknown]>([
    [text, OBJECT, '好', '好'],
    [number, '很多', '3', 3],
  ])('goes when something else is typed', async (property, value, typed, kept) => {
    const { cell, press, type, stored } = await showDocument(form({ f: property }), {
      rows: [{ id: 'r1', f: value }],
    })
    await press()
    await type(typed)
    expect(stored('f')).toBe(kept)
    expect(cell().getAttribute('aria-invalid')).toBeNull()
  })

  it.each<[Property, unknown, string]>([
    [text, OBJECT, '{"a":1}'],
    [number, '很多', '很多'],
  ])('stays when its editor is opened and left', async (property, value, shown) => {
    const { press, stored } = await showDocument(form({ f: property }), { rows: [{ id: 'r1', f: value }] })
    await press()
    const input = await waitFor(() => {
      const { activeElement } = document
      if (!(activeElement instanceof HTMLTextAreaElement)) throw new Error('no input')
      expect(activeElement.value).toBe(shown)
      return activeElement
    })
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', keyCode: 13 })
    expect(stored('f')).toEqual(value)
  })
})
