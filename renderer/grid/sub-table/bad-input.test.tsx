import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { SubTableGrid } from './SubTableGrid.tsx'
import type { SubTableGridHandle, SubTableGridProps } from './types.ts'

const property = (view: string, title = '列', more: object = {}): Property =>
  ({ type: view === 'number' ? 'number' : 'string', title, view, ...more }) as Property

interface More {
  rules?: FormDocument['rules']
  main?: SubTableGridProps['main']
}

/** A sub table of compact rows with these columns, and all widgets. */
function show(properties: Record<string, Property>, rows: readonly Row[], { rules, main }: More = {}) {
  const form = compileForm({
    kind: 'form',
    code: 'sub',
    title: '明细',
    schema: { type: 'object', properties },
    ...(rules ? { rules } : {}),
  })
  const ref = createRef<SubTableGridHandle>()
  renderWith(
    testServices(createMemoryClient({ documents: [] })),
    <SubTableGrid compact ref={ref} form={form} rows={rows} {...(main ? { main } : {})} />,
  )
  return {
    read: () => ref.current?.read().rows ?? [],
    validate: async () => (await act(async () => ref.current?.validate())) ?? [],
  }
}

const cell = (at: number) =>
  [...document.querySelectorAll<HTMLElement>('.ht_master tbody td')][at] as HTMLElement

/** Opens the editor of a text or number cell. */
function openCell(at: number): HTMLTextAreaElement {
  fireEvent.mouseDown(cell(at))
  fireEvent.mouseUp(cell(at))
  fireEvent.dblClick(cell(at))
  return document.activeElement as HTMLTextAreaElement
}
const leaveCell = (input: HTMLElement) =>
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13, code: 'Enter' })

function type(at: number, text: string): void {
  const input = openCell(at)
  fireEvent.input(input, { target: { value: text } })
  leaveCell(input)
}

describe('a value of another type than its column', () => {
  const ODD = [{ a: 1 }, [{ a: 1 }], ['a', 'b'], true, 12, 'no number', {}, []]
  const KINDS = ['text', 'number', 'date', 'list', 'sel_user', 'tags', 'rate', 'link_table']

  it.each(KINDS)('is read in a column of kind %s, marked and kept as it was', async (view) => {
    const rows = ODD.map((one, at) => ({ id: `r${at}`, one }))
    const { read, validate } = show({ one: property(view) }, rows)
    expect([cell(0), cell(1)].map((td) => td.textContent)).toEqual(['{"a":1}', '[{"a":1}]'])
    expect(cell(0).title).toBe('列的值格式不正确')
    const errors = await validate()
    expect(errors.filter(({ row }) => [0, 1, 6].includes(row ?? -1))).toMatchObject(
      [0, 1, 6].map((row) => ({ field: 'one', message: '列的值格式不正确', row })),
    )
    expect(cell(0).title).toBe('列的值格式不正确')
    expect(read()).toEqual(rows)
  })

  it.each([
    ['text', { x: 1 }, '{"x":1}', '列的值格式不正确', 'words'],
    ['number', 'many', 'many', '列应为数字', 7],
  ])(
    'stays when the editor of its %s was opened and left, is marked, and makes way for what is typed',
    async (view, value, shown, wrong, typed) => {
      const { read } = show({ one: property(view) }, [{ id: 'a', one: value }])
      const input = openCell(0)
      expect(input.value).toBe(shown)
      leaveCell(input)
      expect(read()).toEqual([{ id: 'a', one: value }])
      await waitFor(() => expect(cell(0).title).toBe(wrong))
      type(0, String(typed))
      expect(read()).toEqual([{ id: 'a', one: typed }])
      await waitFor(() => expect(document.querySelectorAll('td.data-grid-error')).toHaveLength(0))
    },
  )
})

describe('a column of a kind that does not exist', () => {
  it('says so, and is edited as text', () => {
    const { read } = show({ a: property('no_such_kind', '奇怪') }, [{ id: 'r', a: 'kept' }])
    expect(cell(0).textContent).toBe('kept')
    expect(document.querySelector<HTMLElement>('th[title*="no_such_kind"]')?.title).toBe(
      '奇怪 未知控件 no_such_kind',
    )
    type(0, 'other')
    expect(read()).toEqual([{ id: 'r', a: 'other' }])
  })
})

describe('a text of a megabyte', () => {
  const LONG = '长'.repeat(1_000_000)

  it.each(['text', 'textarea', 'date', 'sel_user', 'tags'])(
    'is drawn by its beginning in a column of kind %s, and kept whole',
    async (view) => {
      const { read, validate } = show({ one: property(view, '列', { maxLength: 10 }) }, [
        { id: 'r', one: LONG },
      ])
      expect(cell(0).title.length).toBeLessThan(1100)
      await validate()
      expect(cell(0).textContent?.length).toBeLessThan(1100)
      expect(document.querySelector('section')?.textContent?.length).toBeLessThan(3000)
      expect(read()).toEqual([{ id: 'r', one: LONG }])
    },
  )

  it('is whole in its editor', () => {
    const { read } = show({ one: property('text') }, [{ id: 'r', one: LONG }])
    const input = openCell(0)
    expect(input.value === LONG).toBe(true)
    fireEvent.input(input, { target: { value: `${LONG}!` } })
    leaveCell(input)
    expect(read()[0]?.one === `${LONG}!`).toBe(true)
  })

  it('is quoted by its beginning where a choice is not offered', async () => {
    const dict = [{ value: 'a', text: '甲' }]
    const { validate } = show({ a: property('list', '级别', { dict }) }, [{ id: 'r', a: LONG }])
    expect((await validate())[0]?.message.length).toBeLessThan(200)
  })
})

describe('ten thousand mistakes', () => {
  it('are counted and gone through, not drawn', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `c${at}`)
    const values = Object.fromEntries(names.map((name) => [name, '123']))
    const rows = Array.from({ length: 100 }, (_, at) => ({ id: `r${at}`, ...values }))
    const properties = Object.fromEntries(
      names.map((name) => [name, property('text', name, { maxLength: 2 })]),
    )
    const { read, validate } = show(properties, rows)
    const errors = await validate()
    expect(errors).toHaveLength(10_000)
    expect(errors[9999]).toMatchObject({ field: 'c99', row: 99 })
    expect(screen.getByText('10000 处错误')).toBeTruthy()
    expect(screen.getByText(/^10000 处错误：第 1 行 c0/)).toBeTruthy()
    expect(document.querySelectorAll('*').length).toBeLessThan(2000)
    type(0, '1')
    expect(screen.getByText('9999 处错误')).toBeTruthy()
    expect(read()).toEqual([{ ...rows[0], c0: '1' }, ...rows.slice(1)])
  })
})

describe('a row of two hundred columns', () => {
  it('is edited, judged to its last cell and read whole', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `c${at}`)
    const row = { id: 'r', ...Object.fromEntries(names.map((name, at) => [name, `v${at}`])) }
    const properties = Object.fromEntries(
      names.map((name, at) => [name, property('text', `列${at}`, at === 199 ? { maxLength: 1 } : {})]),
    )
    const { read, validate } = show(properties, [row])
    expect(await validate()).toMatchObject([{ field: 'c199', row: 0 }])
    expect(screen.getByText(/^1 处错误：第 1 行 列199/)).toBeTruthy()
    type(0, 'new')
    expect(read()).toEqual([{ ...row, c0: 'new' }])
  })
})

describe('a rule that throws', () => {
  it('is said where it cannot be told what is right; the rows are edited and kept', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a word of the documents
    const rules = [{ if: 'main.kind = "x"', then: { require: ['b'] } }]
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const main = () => ({
      form: compileForm({
        kind: 'form',
        code: 'main',
        title: '主表',
        schema: { type: 'object', properties: {} },
      }),
      get row(): Row {
        throw new Error('no main record')
      },
    })
    const { read, validate } = show(
      { a: property('text', '甲'), b: property('text', '乙') },
      [{ id: 'r', a: '1', b: '2' }],
      { main, rules },
    )
    type(0, 'new')
    expect(cell(0).textContent).toBe('new')
    expect((await validate())[0]).toMatchObject({
      field: 'a',
      message: '甲的规则出错，无法校验，请联系管理员',
    })
    expect(read()).toEqual([{ id: 'r', a: 'new', b: '2' }])
    expect(told).toHaveBeenCalled()
    told.mockRestore()
  })
})
