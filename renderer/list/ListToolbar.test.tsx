import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ListToolbar } from './ListToolbar.tsx'

const nothing = () => undefined
const setup = { settings: {}, columns: [], shown: [], isChanged: false, change: nothing, reset: nothing }
const toolbar = (areCards: boolean) => (
  <ListToolbar
    setup={setup}
    areCards={areCards}
    isTree={false}
    isFull={false}
    onFull={nothing}
    onReload={nothing}
  >
    {null}
  </ListToolbar>
)

it('keeps 刷新 and 密度 at the right end where the page has no buttons of its own', () => {
  render(toolbar(false))
  const tools = screen.getByRole('button', { name: '刷新' }).closest<HTMLElement>('.ant-space')
  expect(tools?.style.marginLeft).toBe('auto')
  expect(screen.getByRole('button', { name: '密度' })).toBeTruthy()
})

it('offers no density where there is no table', () => {
  render(toolbar(true))
  expect(screen.queryByRole('button', { name: '密度' })).toBeNull()
  expect(screen.getByRole('button', { name: '列设置' })).toBeTruthy()
})
