import { fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { expect, it, vi } from 'vitest'
import IconsPage from './IconsPage.tsx'
import { iconsOf } from './icon-names.ts'

it('shows every icon, finds them by name, and a click copies the name [screen-122]', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
  render(
    <App>
      <IconsPage />
    </App>,
  )
  const all = iconsOf('Outlined')
  expect(all.length).toBeGreaterThan(400)
  expect(screen.getByText(/^共 /).textContent).toBe(`共 ${all.length} 个图标`)
  fireEvent.change(screen.getByPlaceholderText('输入图标名称'), { target: { value: 'account-book' } })
  expect(document.querySelectorAll('.icon-grid li')).toHaveLength(1)
  fireEvent.click(screen.getByText('account-book'))
  expect(writeText).toHaveBeenCalledWith('account-book')
  await screen.findByText('已复制 account-book')
  fireEvent.click(screen.getByText('实心'))
  fireEvent.click(screen.getByText('account-book-filled'))
  expect(writeText).toHaveBeenCalledWith('account-book-filled')
  fireEvent.change(screen.getByPlaceholderText('输入图标名称'), { target: { value: 'no such icon' } })
  await screen.findByText('没有匹配的图标')
  vi.unstubAllGlobals()
})
