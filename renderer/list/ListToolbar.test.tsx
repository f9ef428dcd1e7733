import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ListToolbar } from './ListToolbar.tsx'

it('keeps 刷新 and 密度 at the right end where the page has no buttons of its own', () => {
  render(
    <ListToolbar density={{ size: 'medium', onSize: () => undefined }} onReload={() => undefined}>
      {null}
    </ListToolbar>,
  )
  const tools = screen.getByRole('button', { name: '刷新' }).closest<HTMLElement>('.ant-space')
  expect(tools?.style.marginLeft).toBe('auto')
  expect(screen.getByRole('button', { name: '密度' })).toBeTruthy()
})

it('offers no density where there is no table', () => {
  render(<ListToolbar onReload={() => undefined}>{null}</ListToolbar>)
  expect(screen.queryByRole('button', { name: '密度' })).toBeNull()
})
