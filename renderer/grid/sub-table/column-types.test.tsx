import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { pageOf } from '#schemas/api/envelope.ts'
import { showGrid } from '#tests/helpers/grid-bench.tsx'

const OPTIONS = [
  { value: '1', text: '普通', color: 'green' },
  { value: '2', text: '贵宾', color: '#ff0000' },
]
const column = (type: string, more: object = {}) => [{ key: 'f', title: '列', type, ...more }]
const row = (f: unknown, more: object = {}) => ({ rows: [{ id: 'r1', f, ...more }] })

it.each([
  ['input', '甲', '乙', '乙'],
  ['inputNumber', 12, '12.5', 12.5],
  ['normal', '甲', null, '甲'],
  ['progress', 40, '75', 75],
])(
  'a column of type %s shows %j, takes %j [grid-15, grid-16, grid-35, grid-37]',
  async (type, first, typed, kept) => {
    const { cell, press, type: write, stored } = await showGrid(column(type), row(first))
    expect(cell().textContent).toContain(String(first))
    await press()
    if (typed === null) expect(cell().classList).toContain('htDimmed')
    else await write(typed)
    expect(stored('f')).toBe(kept)
  },
)

it('a column of type progress is drawn as a bar, and refuses more than all [grid-35]', async () => {
  const { cell, press, type, ref } = await showGrid(column('progress'), row(40))
  expect(cell().querySelector<HTMLElement>('.expo-progress-bar > span')?.style.inlineSize).toBe('40%')
  await press()
  await type('120')
  expect((await ref.current?.validate())?.[0]?.message).toBe('列不能大于100')
})

it.each(['select', 'radio'])(
  'a column of type %s shows its choices in their colours, and stores what is chosen [grid-18, grid-20, grid-02]',
  async (type) => {
    const { cell, press, field, stored } = await showGrid(column(type, { options: OPTIONS }), row('1'))
    await waitFor(() => expect(cell().querySelector('.expo-cell-tag')?.textContent).toBe('普通'))
    expect(cell().querySelector<HTMLElement>('.expo-cell-tag')?.dataset.color).toBe('green')
    await press()
    await field()
    fireEvent.click(await screen.findByTitle('贵宾'))
    expect(stored('f')).toBe('2')
    await waitFor(() =>
      expect(cell().querySelector<HTMLElement>('.expo-cell-tag')?.dataset.color).toBe('#ff0000'),
    )
  },
)

it('a column of type list_multi shows all its choices and stores them joined by commas [grid-28]', async () => {
  const { cell, press, field, stored } = await showGrid(
    column('list_multi', { options: OPTIONS }),
    row('1,2'),
  )
  await waitFor(() => expect(cell().querySelectorAll('.expo-cell-tag')).toHaveLength(2))
  await press()
  const input = (await field()).querySelector('input')
  if (!input) throw new Error('no control')
  fireEvent.mouseDown(input)
  fireEvent.click(await screen.findByTitle('普通', { selector: '.ant-select-item' } as never))
  expect(stored('f')).toBe('2')
})

it('a column of type checkbox turns between its pair of values [grid-10, grid-19]', async () => {
  const { cell, press, stored } = await showGrid(column('checkbox', { customValue: ['是', '否'] }), row('否'))
  expect(cell().querySelector('input')?.checked).toBe(false)
  await press()
  expect(stored('f')).toBe('是')
  expect(cell().querySelector('input')?.checked).toBe(true)
})

it.each([
  ['date', '2026-03-05', '2026/3/9', '2026-03-09'],
  ['datetime', '2026-03-05 08:00:00', '2026-3-9 7:05', '2026-03-09 07:05:00'],
  ['time', '08:00:00', '7:05', '07:05:00'],
])(
  'a column of type %s shows %s and reads %s [grid-21, grid-22, grid-23]',
  async (type, first, typed, kept) => {
    const { cell, press, field, stored } = await showGrid(column(type), row(first))
    expect(cell().textContent).toBe(first)
    await press()
    const input = (await field()).querySelector('input')
    if (!input) throw new Error('no control')
    fireEvent.change(input, { target: { value: typed } })
    fireEvent.input(input, { target: { value: typed } })
    fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', keyCode: 13 })
    await waitFor(() => expect(stored('f')).toBe(kept))
  },
)

it.each(['textarea', 'input_pop'])(
  'a column of type %s is written in a box of its own [grid-17, grid-29]',
  async (type) => {
    const { cell, press, field, stored } = await showGrid(column(type), row('一\n二'))
    expect(cell().textContent).toBe('一\n二')
    await press()
    const opened = await field()
    const box = opened.querySelector('textarea') ?? opened.querySelector('input')
    if (!box) throw new Error('no control')
    fireEvent.change(box, { target: { value: '三' } })
    fireEvent.keyDown(box, { key: 'Tab', code: 'Tab', keyCode: 9 })
    await waitFor(() => expect(stored('f')).toBe('三'))
  },
)

const PEOPLE = [
  { id: 'k1', username: 'k1', realname: '张三', departName: '展览部', title: '展览部' },
  { id: 'k2', username: 'k2', realname: '李四' },
]
const source = {
  list: async () => pageOf(PEOPLE, 2, 1, 10),
  labels: async (_source: unknown, values: readonly string[]) =>
    values.map((value) => ({ value, text: value === 'k1' ? '张三' : value })),
  options: async () => [
    { value: 'k1', text: '张三' },
    { value: 'k2', text: '李四' },
  ],
  tree: async () => PEOPLE.map(({ id, realname }) => ({ key: id, value: id, title: realname, isLeaf: true })),
} as never

it.each(['sel_user', 'sel_depart', 'sel_search', 'sel_search_async'])(
  'a column of type %s shows names and opens its picker [grid-24, grid-25, grid-26, grid-27]',
  async (type) => {
    const bench = { ...row('k1'), client: source }
    const { cell, press, field, stored } = await showGrid(column(type, { dictCode: 'people' }), bench)
    await waitFor(() => expect(cell().textContent).toBe('张三'))
    await press()
    expect((await field()).querySelector('input, button')).not.toBeNull()
    expect(stored('f')).toBe('k1')
  },
)

it.each(['file', 'upload'])(
  'a column of type %s shows its files with a sign, and how many more there are [grid-31, grid-32]',
  async (type) => {
    const { cell } = await showGrid(column(type), row('t/a.pdf,t/b.doc,t/c.xls,t/d.zip'))
    const names = [...cell().querySelectorAll('.expo-files-cell')]
    expect(names.map((name) => name.querySelector('svg') !== null)).toEqual([true, true, true])
    expect(cell().textContent).toMatch(/\+1$/)
  },
)

it('a column of type tags shows each tag, in the colour that is set for it [grid-08, grid-34]', async () => {
  const { cell } = await showGrid(column('tags', { setTagColor: { 展会: 'blue' } }), row('展会;论坛'))
  const tags = [...cell().querySelectorAll<HTMLElement>('.expo-cell-tag')]
  expect(tags.map((tag) => [tag.textContent, tag.dataset.color])).toEqual([
    ['展会', 'blue'],
    ['论坛', undefined],
  ])
})

it('a column of type slot is drawn by the host, in the cell, and sets its row [grid-36]', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  const { cell, stored } = await showGrid(
    [...column('slot', { fieldExtendJson: '{"name":"stamp"}' }), { key: 'g', title: '旁', type: 'input' }],
    {
      ...row('甲'),
      services: {
        slots: {
          stamp: ({ value, row: record, onChange }) => (
            <button type="button" onClick={() => onChange('乙', { g: `${record.id}` })}>
              章{String(value)}
            </button>
          ),
        },
      },
    },
  )
  const stamp = await screen.findByRole('button', { name: '章甲', hidden: true })
  expect(cell().contains(stamp)).toBe(true)
  await user.click(stamp)
  expect([stored('f'), stored('g')]).toEqual(['乙', 'r1'])
  await waitFor(() => expect(cell().textContent).toBe('章乙'))
})

it('a slot that the host does not have shows its value [grid-36]', async () => {
  const { cell } = await showGrid(column('slot', { fieldExtendJson: '{"name":"none"}' }), row('甲'))
  await waitFor(() => expect(cell().textContent).toBe('甲'))
})

it('a column of type hidden is not drawn and is kept [grid-38]', async () => {
  const { cell, stored } = await showGrid(
    [...column('hidden'), { key: 'g', title: '旁', type: 'input' }],
    row('密', { g: '可见' }),
  )
  expect(cell().textContent).toBe('可见')
  expect(stored('f')).toBe('密')
})

it('a column of type popup fills its row from the rows that its parameters leave [grid-11, grid-30]', async () => {
  const asked: unknown[] = []
  const BOOTHS = {
    kind: 'form' as const,
    code: 'booths',
    title: '展位',
    schema: {
      type: 'object' as const,
      properties: {
        code: { type: 'string' as const, title: '展位号', view: 'text' },
        hall: { type: 'string' as const, title: '展馆', view: 'text' },
      },
    },
    list: { columns: ['code', 'hall'] },
  }
  const popup = {
    popupCode: 'booths',
    orgFields: 'code,hall',
    destFields: 'f,g',
    param: { hall: '一号馆' },
  }
  const { press, stored } = await showGrid(
    [...column('popup', popup), { key: 'g', title: '旁', type: 'input' }],
    {
      ...row(null, { g: null }),
      documents: [BOOTHS],
      client: {
        list: async (_source: unknown, call: { condition?: unknown; where?: unknown; filter?: unknown }) => {
          asked.push(call)
          return pageOf([{ id: 'b1', code: 'B1', hall: '一号馆' }], 1, 1, 10)
        },
      } as never,
    },
  )
  await press()
  fireEvent.click(await screen.findByText('B1'))
  expect(JSON.stringify(asked)).toContain('一号馆')
  fireEvent.click(screen.getByRole('button', { name: /确\s*定/ }))
  await waitFor(() => expect([stored('f'), stored('g')]).toEqual(['B1', '一号馆']))
})
