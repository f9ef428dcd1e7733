import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { afterEach, expect, it, vi } from 'vitest'
import { PickDialog } from './PickDialog.tsx'

afterEach(cleanup)

it('is 520 by 200 px where its picker says nothing else, and is confirmed by Ctrl+Enter [popup-33]', () => {
  const confirm = vi.fn()
  const around = vi.fn()
  render(
    <App>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: stands for a form with keys of its own */}
      <div onKeyDown={around}>
        <PickDialog title="选择" onCancel={() => {}} onConfirm={confirm}>
          <input aria-label="名称" />
        </PickDialog>
      </div>
    </App>,
  )
  expect(document.querySelector<HTMLElement>('.ant-modal')?.style.width).toBe('520px')
  expect(document.querySelector<HTMLElement>('.ant-modal-body > div')?.style.minHeight).toBe('200px')
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ctrlKey: true })
  expect(confirm).toHaveBeenCalledTimes(1)
  expect(around).not.toHaveBeenCalled()
})

function dialogWith(names: readonly string[]) {
  return (
    // Without motion the dialog stands at once.
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App>
        <PickDialog title="选择" onCancel={() => {}} onConfirm={() => {}}>
          {names.map((name) => (
            <input key={name} aria-label={name} />
          ))}
        </PickDialog>
      </App>
    </ConfigProvider>
  )
}

it('gives the keyboard to a search that comes after its rows, until the user begins to work', async () => {
  const { rerender } = render(dialogWith(['行']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '行' })))
  rerender(dialogWith(['搜索', '行']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '搜索' })))
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a' })
  rerender(dialogWith(['范围', '搜索', '行']))
  await screen.findByRole('textbox', { name: '范围' })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '搜索' }))
})
