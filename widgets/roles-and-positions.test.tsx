import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { pageOf } from '#schemas/api/envelope.ts'
import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { BENCH, clientWith, pageSizes, pressEnter, renderFields } from '#tests/helpers/widget-bench.tsx'

/** Answers the choices of one platform table, and remembers which columns were asked for. */
function choices(options: { value: string; text: string }[]) {
  const asked: unknown[] = []
  const client = clientWith(createMemoryClient({ documents: [] }), {
    async options(source) {
      if ('table' in source) asked.push([source.table.table, source.table.text, source.table.value])
      return options
    },
  })
  return { asked, client }
}

it.each([
  ['sel_role', {}, ['sys_role', 'role_name', 'id']],
  ['sel_role', { store: 'roleCode' }, ['sys_role', 'role_name', 'role_code']],
  ['sel_position', {}, ['sys_position', 'name', 'id']],
  ['sel_position', { store: 'code' }, ['sys_position', 'name', 'code']],
] as const)('%s with %j offers %j and stores what is chosen', async (view, options, columns) => {
  const { asked, client } = choices([
    { value: 'a', text: '主管' },
    { value: 'b', text: '专员' },
  ])
  const fields: Record<string, Property> = {
    several: { type: 'string', title: '可多选', view, options },
    one: { type: 'string', title: '单选', view, options: { ...options, multiSelect: false } },
  }
  const { store, user } = renderFields(fields, {}, client)
  await user.click(await screen.findByRole('combobox', { name: '可多选' }))
  await user.click(await screen.findByTitle('主管'))
  await user.click(screen.getByTitle('专员'))
  await user.keyboard('{Escape}')
  expect(store.row().several).toBe('a,b')
  const one = screen.getByRole('combobox', { name: '单选' })
  await user.click(one)
  await user.keyboard('专员')
  pressEnter(one)
  expect(store.row().one).toBe('b')
  expect(asked[0]).toEqual(columns)
})

const ROLES: Row[] = Array.from({ length: 7 }, (_, at) => ({
  id: `r${at}`,
  roleCode: `code${at}`,
  roleName: `角色${at}`,
}))
const POSITIONS: Row[] = [{ id: 'p1', name: '主管', code: 'lead', rank: '2', rank_dictText: '中层' }]

/** Rows that fields offer, page by page, and names of those that are chosen. */
function offered(rows: readonly Row[], name: string) {
  const asked: unknown[] = []
  const client = clientWith(createMemoryClient({ documents: [] }), {
    options: async () => [],
    labels: async (_, values) =>
      values.flatMap((value) => {
        const row = rows.find(({ id, roleCode }) => id === value || roleCode === value)
        return row ? [{ value, text: String(row[name]) }] : []
      }),
    async list(source, query) {
      asked.push([source, query])
      const { filter, pageNo = 1, pageSize = 5 } = query
      const found = rows.filter((row) => !filter || evaluateCondition(filter, row))
      return pageOf(found.slice((pageNo - 1) * pageSize, pageNo * pageSize), found.length, pageNo, pageSize)
    },
  })
  return { asked, client }
}

const role = (options: object = {}): Record<string, Property> => ({
  role: { type: 'string', title: '角色', view: 'sel_role', options } as Property,
})

type User = ReturnType<typeof renderFields>['user']
async function openDialog(user: User, title: string) {
  await user.click(await screen.findByRole('button', { name: `选择${title}` }))
  return within(await screen.findByRole('dialog', { name: `${title}选择` }))
}

it('chooses roles by their code in a dialog, beside those that are chosen [picker-16, picker-17, picker-18, popup-28, popup-29, popup-30, popup-31, popup-32]', async () => {
  const { asked, client } = offered(ROLES, 'roleName')
  const { store, user } = renderFields(role(), { role: 'r6,gone' }, client)
  const dialog = await openDialog(user, '角色')
  expect(document.querySelector<HTMLElement>('.ant-modal')?.style.width).toBe('900px')
  expect(await dialog.findByText('code0')).toBeTruthy()
  expect(asked).toEqual([
    [expect.objectContaining({ code: 'sys_role', offeredBy: `${BENCH}.role` }), { pageNo: 1, pageSize: 5 }],
  ])
  expect(await pageSizes(user)).toEqual(['5 条/页', '10 条/页', '20 条/页', '30 条/页'])
  // Chosen before, and not on this page: by its name; one that is not there any more by its key.
  expect(await dialog.findByText('角色6')).toBeTruthy()
  expect(dialog.getByTitle('gone：已不存在，或您无权查看')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: '角色编码' }), 'code3{Enter}')
  await waitFor(() => expect(dialog.queryByText('code0')).toBeNull())
  await user.click(dialog.getByText('角色3'))
  await user.click(dialog.getByRole('button', { name: '删除gone' }))
  expect(dialog.getByText('已选择 2 项')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(store.row().role).toBe('r6,r3')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shortens the name of a chosen one at 12, a Chinese character counting as two [misc-08]', async () => {
  const names = ['六个字的角色', '七个字的角色名', 'twelve chars', 'thirteen char']
  const rows = names.map((roleName, at) => ({ id: `r${at}`, roleCode: `code${at}`, roleName }))
  const { user } = renderFields(role(), { role: 'r0,r1,r2,r3' }, offered(rows, 'roleName').client)
  await openDialog(user, '角色')
  const cut = () =>
    [...document.querySelectorAll('.expo-short')].map((short) => short.firstChild?.textContent)
  await waitFor(() => expect(cut()).toEqual(['七个字的角色', 'thirteen cha']))
})

it.each([
  [{ multiSelect: false }, 'r1'],
  [{ multiSelect: false, returnKeys: ['id', 'roleCode'] }, 'r1'],
  [{ returnKeys: ['id', 'roleCode'] }, 'code1'],
  [{ returnKeys: ['roleCode', 'roleCode'], store: 'id' }, 'r1'],
])('stores what %j says [picker-18]', async (options, stored) => {
  const { client } = offered(ROLES, 'roleName')
  const { store, user } = renderFields(role(options), {}, client)
  const dialog = await openDialog(user, '角色')
  await user.click(await dialog.findByText('角色1'))
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(store.row().role).toBe(stored)
})

it('shows positions with name, code and rank, and is worked by keys alone [picker-15]', async () => {
  const { client } = offered(POSITIONS, 'name')
  const one: Property = {
    type: 'string',
    title: '职务',
    view: 'sel_position',
    options: { multiSelect: false },
  }
  const { store, user } = renderFields({ position: one }, {}, client)
  const button = await screen.findByRole('button', { name: '选择职务' })
  button.focus()
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: '职务选择' }))
  const row = (await dialog.findByText('lead')).closest('tr')
  expect([...(row?.cells ?? [])].map((cell) => cell.textContent)).toEqual(['', '主管', 'lead', '中层'])
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: '职务名称' })))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('请选择一条记录')).toBeTruthy()
  await user.keyboard('{ArrowDown} {Control>}{Enter}{/Control}')
  expect(store.row().position).toBe('p1')
  await waitFor(() => expect(document.activeElement).toBe(button))
})
