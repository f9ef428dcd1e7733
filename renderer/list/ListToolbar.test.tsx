import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ListToolbar } from './ListToolbar.tsx'

const nothing = () => undefined
const setup = { settings: {}, columns: [], shown: [], isChanged: false, change: nothing, reset: nothing }
const shared = { setup, isTree: false, isFull: false, onFull: nothing, onReload: nothing, children: null }
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

it('keeps the layouts under the mouse: at the end, with and without tools for columns', () => {
  const { container, rerender } = render(<ListToolbar {...shared} areCards={false} end="layouts" />)
  const last = () => container.querySelector('.ant-space')?.lastElementChild?.textContent
  expect(last()).toBe('layouts')
  rerender(<ListToolbar {...shared} areCards noColumns end="layouts" />)
  expect(last()).toBe('layouts')
})

it('puts what is reached for seldom into a menu, where there is no room for it', async () => {
  const press = vi.fn()
  const fill = vi.fn()
  render(
    <ListToolbar
      setup={setup}
      areCards
      isTree={false}
      isFull={false}
      onFull={fill}
      onReload={nothing}
      more={[{ key: 'export', label: '导出', onClick: press }]}
    >
      {null}
    </ListToolbar>,
  )
  expect(screen.getByRole('button', { name: '刷新' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '全屏' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '更多操作' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    '导出',
    '列设置',
    '全屏',
  ])
  fireEvent.click(screen.getByRole('menuitem', { name: '导出' }))
  fireEvent.click(screen.getByRole('menuitem', { name: '全屏' }))
  expect([press, fill].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})
