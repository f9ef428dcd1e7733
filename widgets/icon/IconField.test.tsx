import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Property } from '#schemas/page/form.ts'
import { renderFields } from '#tests/helpers/widget-bench.tsx'

const ICON: Record<string, Property> = { icon: { type: 'string', title: '图标', view: 'icon' } }
const pictures = () =>
  [...document.querySelectorAll('[data-field="icon"] .ant-input-prefix .anticon')].map((one) => one.className)

it('shows the icon of any spelling of its name, and keeps what is stored', async () => {
  const { store, user } = renderFields(ICON, { icon: 'ant-design:shop-outlined' })
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: '图标' })
  await waitFor(() => expect(pictures()).toEqual([expect.stringContaining('anticon-shop')]))
  expect(store.row()).toEqual({ icon: 'ant-design:shop-outlined' })
  await user.clear(input)
  expect(pictures()).toEqual([])
  await user.type(input, 'UserOutlined')
  expect(store.row().icon).toBe('UserOutlined')
  await waitFor(() => expect(pictures()).toEqual([expect.stringContaining('anticon-user')]))
})

it('is chosen in a dialog by keyboard: search, the one found by Enter, the keyboard back at the button', async () => {
  const { store, user } = renderFields(ICON, { icon: 'ant-design:shop-outlined' })
  const button = await screen.findByRole('button', { name: '选择图标' })
  button.focus()
  await user.keyboard('{Enter}')
  const box = await screen.findByRole('textbox', { name: '搜索图标' })
  const chosen = await screen.findByRole('button', { name: /shop$/, pressed: true })
  expect(chosen.textContent).toBe('shop')
  await user.type(box, 'nothing like it')
  expect(await screen.findByText('没有匹配的图标')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(store.row().icon).toBe('ant-design:shop-outlined')
  await user.clear(box)
  await user.type(box, 'AccountBook{Enter}')
  expect(store.row().icon).toBe('account-book')
  await waitFor(() => expect(document.activeElement).toBe(button))
})
