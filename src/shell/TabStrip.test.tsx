import { fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { TabStrip } from './TabStrip.tsx'

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
