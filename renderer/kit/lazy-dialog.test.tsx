import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { lazyDialog } from './lazy-dialog.ts'

const load = vi.fn(async () => ({ default: ({ title }: { title: string }) => <p role="dialog">{title}</p> }))
const Picker = lazyDialog(load)

it('comes when it is loaded, without a boundary around it, and is there at once the next time', async () => {
  const { rerender } = render(<Picker title="选择人员" />)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await screen.findByRole('dialog')).textContent).toBe('选择人员')
  rerender(<Picker key="second" title="选择部门" />)
  expect(screen.getByRole('dialog').textContent).toBe('选择部门')
  expect(load).toHaveBeenCalledTimes(1)
})
