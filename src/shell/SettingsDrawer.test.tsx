import { fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { createStore, Provider } from 'jotai'
import { expect, it, vi } from 'vitest'
import { expectConsole } from '#tests/helpers/quiet-console.ts'
import { SettingsDrawer } from './SettingsDrawer.tsx'
import { settingsAtom } from './settings.ts'

vi.mock('./theme.ts', () => ({
  themeOf: () => {
    throw new Error('no such colour')
  },
}))

it('says that a look could not be made, and keeps the one before [err-25]', async () => {
  expectConsole(/no such colour/)
  const atoms = createStore()
  const before = atoms.get(settingsAtom)
  render(
    <Provider store={atoms}>
      <App>
        <SettingsDrawer onClose={() => {}} />
      </App>
    </Provider>,
  )
  fireEvent.click(screen.getByRole('switch', { name: '深色模式' }))
  expect(await screen.findByText('Failed to update theme')).toBeTruthy()
  expect(atoms.get(settingsAtom)).toEqual(before)
})
