import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Property } from '#schemas/page/form.ts'
import { pressEnter, renderFields } from '#tests/helpers/widget-bench.tsx'

const COLOURS: Property['dict'] = [
  { value: '1', text: '红' },
  { value: '2', text: '绿' },
]
const field = (view: Property['view'], more: Partial<Property> = {}): Record<string, Property> => ({
  f: { type: 'string', title: '字段', view, ...more } as Property,
})
const combobox = () => screen.findByRole('combobox', { name: '字段' })

async function choose(user: { click(element: Element): Promise<void> }, text: string) {
  const shown = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-item-option')].find(
      (option) => option.textContent === text,
    )
    if (!found) throw new Error(`no choice ${text}`)
    return found
  })
  await user.click(shown)
}

describe('dates in a form', () => {
  it.each([
    ['date', '2026-13-45', '2026/1/2', '2026-01-02'],
    ['datetime', '明天上午', '20260102 8:05', '2026-01-02 08:05:00'],
    ['time', '25:99', '8:05', '08:05:00'],
  ] as const)(
    'a typed %s that is none stays and is said; one as people write it is kept',
    async (view, wrong, right, stored) => {
      const { store, user } = renderFields(field(view))
      const input = await screen.findByRole('textbox', { name: '字段' })
      await user.type(input, wrong)
      await user.tab()
      expect(store.row().f).toBe(wrong)
      expect((await screen.findByRole('alert')).textContent).toMatch(/格式不正确|应为/)
      await user.clear(input)
      await user.type(input, right)
      await user.tab()
      expect(store.row().f).toBe(stored)
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})

describe('plain widgets in a form', () => {
  it('text is typed, and emptied to nothing [widget-01]', async () => {
    const { store, user } = renderFields(field('text'))
    const input = await screen.findByRole('textbox', { name: '字段' })
    expect(input).toHaveProperty('placeholder', '请输入字段')
    await user.type(input, '上海')
    expect(store.row().f).toBe('上海')
    await user.clear(input)
    expect(store.row().f).toBeNull()
  })

  it('textarea keeps lines and counts what is allowed [widget-07]', async () => {
    const { store, user } = renderFields(field('textarea', { maxLength: 20 }))
    await user.type(await screen.findByRole('textbox', { name: '字段' }), '一{Enter}二')
    expect(store.row().f).toBe('一\n二')
    expect(screen.getByText('3 / 20')).toBeTruthy()
  })

  it('textarea opens a box of 200 by 150 px beside its line where its document says so, or of another size [popup-34]', async () => {
    const { store, user } = renderFields({
      f: { type: 'string', title: '意见', view: 'textarea', options: { pop: true }, maxLength: 20 },
      big: {
        type: 'string',
        title: '说明',
        view: 'textarea',
        options: { pop: true, popWidth: 300, popHeight: 210 },
      },
    })
    const line = await screen.findByRole<HTMLInputElement>('textbox', { name: '意见' })
    await user.type(line, '同意')
    const size = ({ style }: HTMLElement) => [style.height, style.width]
    const button = screen.getByRole('button', { name: '展开编辑意见' })
    button.focus()
    await user.keyboard('{Enter}')
    const box = await waitFor(() => {
      const found = document.querySelector<HTMLTextAreaElement>('.ant-popover textarea')
      if (!found) throw new Error('no box')
      return found
    })
    expect(size(box)).toEqual(['200px', '150px'])
    await waitFor(() => expect(document.activeElement).toBe(box))
    await user.keyboard('{Enter}尽快')
    expect(store.row().f).toBe('同意\n尽快')
    // One line cannot show the break: it is written in the box alone, and stays.
    expect([line.value, line.readOnly]).toEqual(['同意 尽快', true])
    expect(screen.getByText('5 / 20')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(button))
    await user.click(screen.getByRole('button', { name: '展开编辑说明' }))
    await waitFor(() => {
      const boxes = [...document.querySelectorAll<HTMLTextAreaElement>('.ant-popover textarea')]
      expect(boxes.map(size)).toContainEqual(['210px', '300px'])
    })
  })

  it('number has no digits after the point where its options want whole numbers [formwidget-02]', async () => {
    const options = { onlyInteger: true, precision: 2 }
    const { store, user } = renderFields(field('number', { type: 'number', options }))
    await user.type(await screen.findByRole('spinbutton', { name: '字段' }), '12.6')
    await user.tab()
    expect(Number(store.row().f)).toBe(13)
  })

  it('number takes no letters; an integer has no digits after the point [widget-02]', async () => {
    const { store, user } = renderFields(field('number', { type: 'integer' }))
    const input = await screen.findByRole('spinbutton', { name: '字段' })
    await user.type(input, '12.6')
    await user.tab()
    expect(store.row().f).toBe(13)
    await user.clear(input)
    await user.type(input, 'abc')
    await user.tab()
    expect(store.row().f).toBeNull()
  })

  it('integer is a kind of its own name [widget-03]', async () => {
    const { store, user } = renderFields(field('integer' as 'number', { type: 'integer' }))
    await user.type(await screen.findByRole('spinbutton', { name: '字段' }), '12.6')
    await user.tab()
    expect(store.row().f).toBe(13)
  })

  it.each([
    ['its column stores', { db: { type: 'BigDecimal', length: 10, scale: 3 } }, '3.500'],
    ['its options say', { options: { precision: 2 }, db: { scale: 3 } }, '3.50'],
  ])('number shows as many digits after the point as %s [formwidget-03]', async (_, property, shown) => {
    renderFields(field('number', { type: 'number', ...property } as Partial<Property>), { f: 3.5 })
    expect(await screen.findByRole('spinbutton', { name: '字段' })).toHaveProperty('value', shown)
  })

  it('number says under itself what it does not take and what it rounds', async () => {
    const { store, user } = renderFields(field('number', { type: 'number', options: { precision: 1 } }))
    const input = await screen.findByRole('spinbutton', { name: '字段' })
    await user.type(input, '1.26')
    expect(screen.getByText('最多 1 位小数，已四舍五入')).toBeTruthy()
    await user.tab()
    expect(store.row().f).toBe('1.3')
    await user.clear(input)
    await user.type(input, '5x')
    expect(screen.getByText('只能输入数字，“x”不会保存')).toBeTruthy()
    await user.clear(input)
    await user.type(input, '5')
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('list offers its dictionary and keeps a value that is not in it [widget-08]', async () => {
    const { store, user } = renderFields(field('list', { dict: COLOURS }), { f: '旧' })
    const control = await combobox()
    expect(screen.getByText('旧')).toBeTruthy()
    expect(store.row().f).toBe('旧')
    await user.click(control)
    await choose(user, '绿')
    expect(store.row().f).toBe('2')
  })

  it('list finds a choice by its text, with the keyboard alone', async () => {
    const { store, user } = renderFields(field('list', { dict: COLOURS }))
    const control = await combobox()
    await user.click(control)
    await user.keyboard('绿')
    await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option')).toHaveLength(1))
    pressEnter(control)
    expect(store.row().f).toBe('2')
  })

  for (const view of ['list', 'list_multi'] as const)
    it(`${view} is left by Tab without a choice that nobody made`, async () => {
      const { store, user } = renderFields(field(view, { dict: COLOURS }), {})
      const control = await combobox()
      await user.click(control)
      await screen.findAllByRole('option')
      fireEvent.keyDown(control, { key: 'Tab', keyCode: 9 })
      expect(store.row().f).toBeFalsy()
      expect(control.getAttribute('aria-expanded')).toBe('false')
      await user.click(control)
      await user.keyboard('{ArrowDown}')
      // The list reads the number of the key, which user-event does not send with Tab.
      fireEvent.keyDown(control, { key: 'Tab', keyCode: 9 })
      expect(store.row().f).toBeTruthy()
    })

  it('list_multi stores several choices with commas and keeps unknown ones [widget-17]', async () => {
    const { store, user } = renderFields(field('list_multi', { dict: COLOURS }), { f: '旧,1' })
    await user.click(await combobox())
    await choose(user, '绿')
    expect(store.row().f).toBe('旧,1,2')
  })

  it('list_multi keeps the keyboard while the first of several is chosen, and the next', async () => {
    const { store, user } = renderFields(field('list_multi', { dict: COLOURS }))
    const control = await combobox()
    await user.click(control)
    await choose(user, '红')
    expect(store.row().f).toBe('1')
    await choose(user, '绿')
    expect(store.row().f).toBe('1,2')
    expect(document.activeElement).toBe(control)
  })

  it('checkbox stores ticks with commas and keeps unknown ones [widget-12]', async () => {
    const { store, user } = renderFields(field('checkbox', { dict: COLOURS }), { f: '1,旧' })
    await user.click(await screen.findByRole('checkbox', { name: '绿' }))
    expect(String(store.row().f).split(',').sort()).toEqual(['1', '2', '旧'])
    expect(screen.getByRole('checkbox', { name: /^旧 已失效/ })).toHaveProperty('checked', true)
  })

  it('radio stores the chosen one and shows an unknown one [widget-09]', async () => {
    const { store, user } = renderFields(field('radio', { dict: COLOURS }), { f: '旧' })
    expect(await screen.findByRole('radio', { name: /^旧 已失效/ })).toHaveProperty('checked', true)
    await user.click(screen.getByRole('radio', { name: '红' }))
    expect(store.row().f).toBe('1')
  })

  it('switch stores Y and N unless told otherwise [widget-14, formwidget-08]', async () => {
    const { store, user } = renderFields(field('switch'))
    const control = await screen.findByRole('switch', { name: '字段' })
    await user.click(control)
    expect(store.row().f).toBe('Y')
    await user.click(control)
    expect(store.row().f).toBe('N')
  })

  it('switch stores the values of its document, and shows one that is neither', async () => {
    const { store, user } = renderFields(field('switch', { type: 'integer', options: { values: [1, 0] } }), {
      f: 7,
    })
    expect(await screen.findByText('7')).toBeTruthy()
    await user.click(screen.getByRole('switch', { name: '字段' }))
    expect(store.row().f).toBe(1)
  })

  it('date is typed as a day; what is no day stays in sight [widget-05]', async () => {
    const { store, user } = renderFields(field('date', { format: 'date' }), { f: '2026-02-30' })
    const input = await screen.findByRole('textbox', { name: '字段' })
    expect(input).toHaveProperty('placeholder', '2026-02-30')
    expect(store.row().f).toBe('2026-02-30')
    await user.click(input)
    await user.type(input, '2026-03-18{Enter}')
    expect(store.row().f).toBe('2026-03-18')
  })

  it('a year is offered from 2019 on for a hundred years, and any other one can be typed [misc-10]', async () => {
    const year = field('date', { options: { picker: 'year' } })
    const { store, user } = renderFields(year, { f: '2020-01-01' })
    const input = await screen.findByRole('textbox', { name: '字段' })
    const offered = () =>
      [...document.querySelectorAll('.ant-picker-cell:not(.ant-picker-cell-disabled)')].map((cell) =>
        cell.getAttribute('title'),
      )
    await user.click(input)
    await waitFor(() => expect(offered()[0]).toBe('2019'))
    expect(offered()).not.toContain('2018')
    await user.clear(input)
    await user.type(input, '2119{Enter}')
    expect(store.row().f).toBe('2119-01-01')
    await user.click(input)
    await waitFor(() => expect(document.querySelector('[title="2118"]')).toBeTruthy())
    expect(offered()).toContain('2118')
    expect(offered()).not.toContain('2119')
  })

  it('datetime is stored to the second, without a zone [widget-06]', async () => {
    const { store, user } = renderFields(field('datetime', { format: 'datetime' }))
    const input = await screen.findByRole('textbox', { name: '字段' })
    await user.click(input)
    await user.type(input, '2026-03-18 09:30:05{Enter}')
    expect(store.row().f).toBe('2026-03-18 09:30:05')
  })

  it('time is stored as HH:mm:ss [widget-27]', async () => {
    const { store, user } = renderFields(field('time', { format: 'time' }), { f: '08:00:00' })
    const input = await screen.findByRole('textbox', { name: '字段' })
    expect(input).toHaveProperty('value', '08:00:00')
    await user.click(input)
    await user.clear(input)
    await user.type(input, '09:30:00{Enter}')
    expect(store.row().f).toBe('09:30:00')
  })

  it('password is typed unseen [widget-04]', async () => {
    const { store, user } = renderFields(field('password'))
    const input = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('[data-field="f"] input')
      if (!found) throw new Error('no input yet')
      return found
    })
    expect(input.type).toBe('password')
    await user.type(input, '2468')
    expect(store.row().f).toBe('2468')
  })

  it('hidden shows no control and keeps its value [widget-23]', async () => {
    const { store } = renderFields(
      { ...field('hidden'), g: { type: 'string', title: '名称', view: 'text' } },
      { f: '42' },
    )
    await screen.findByRole('textbox', { name: '名称' })
    expect(within(document.body).queryAllByRole('textbox')).toHaveLength(1)
    expect(store.row().f).toBe('42')
  })
})
