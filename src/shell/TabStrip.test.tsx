import { fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { createStore, Provider, useAtomValue } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { TabStrip } from './TabStrip.tsx'
import { tabsAtom } from './tabs-atom.ts'

it('refuses to close the last tab, in words [err-15]', async () => {
  const only = { tabs: [{ key: '/expo/A', title: '人员', generation: 0 }], active: '/expo/A' }
  render(
    <App>
      <MemoryRouter>
        <TabStrip tabs={only} home="/expo/ExpoList" />
      </MemoryRouter>
    </App>,
  )
  fireEvent.contextMenu(screen.getByRole('tab', { name: '人员' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '关闭当前' }))
  expect(await screen.findByText('这是最后一页，不能再关闭了啦')).toBeTruthy()
  expect(screen.getByRole('tab', { name: '人员' })).toBeTruthy()
})

it('shows the active tab by scrolling the strip alone, so that the page keeps its place [tabs-12]', () => {
  const edges = (left: number, right: number) => ({ left, right }) as DOMRect
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.classList.contains('tab') ? edges(150, 250) : edges(0, 100)
  })
  const intoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  const tabs = ['/a', '/b'].map((key) => ({ key, title: key, generation: 0 }))
  render(
    <App>
      <MemoryRouter>
        <TabStrip tabs={{ tabs, active: '/b' }} home="/a" />
      </MemoryRouter>
    </App>,
  )
  expect(screen.getByRole('tablist').scrollLeft).toBe(150)
  expect(intoView).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

/** The strip as the frame draws it. */
function Strip() {
  const state = useAtomValue(tabsAtom)
  return state && <TabStrip tabs={state} home="/a" />
}

it('gives the keyboard to the neighbour of a tab that Delete closed [tabs-13, tabs-14]', () => {
  const atoms = createStore()
  const tabs = ['/a', '/b', '/c'].map((key) => ({ key, title: key, generation: 0 }))
  atoms.set(tabsAtom, { tabs, active: '/b' })
  render(
    <Provider store={atoms}>
      <App>
        <MemoryRouter>
          <Strip />
        </MemoryRouter>
      </App>
    </Provider>,
  )
  const own = screen.getByRole('tab', { name: '/b' })
  own.focus()
  fireEvent.keyDown(own, { key: 'Delete' })
  expect(screen.queryByRole('tab', { name: '/b' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: '/c' }))
})
