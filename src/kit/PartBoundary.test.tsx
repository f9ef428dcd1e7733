import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { expectConsole } from '#tests/helpers/quiet-console.ts'
import { PartBoundary } from './PartBoundary.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Broken(): never {
  throw new Error('Loading chunk failed')
}

function Page() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <input aria-label="half filled" />
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <PartBoundary onFail={() => setOpen(false)}>{isOpen && <Broken />}</PartBoundary>
    </>
  )
}

it('a dialog that cannot be loaded says so, and the page with what was typed stays', async () => {
  expectConsole(/Loading chunk failed/)
  const user = userEvent.setup()
  render(
    <App>
      <Page />
    </App>,
  )
  await user.type(screen.getByLabelText('half filled'), 'typed')
  await user.click(screen.getByRole('button', { name: 'open' }))
  expect(await screen.findByText('窗口加载失败，请稍后重试')).toBeTruthy()
  expect((screen.getByLabelText('half filled') as HTMLInputElement).value).toBe('typed')
})
