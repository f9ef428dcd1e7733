import { createStore } from 'jotai'
import { describe, expect, it } from 'vitest'
import { shellLookAtom } from '../kit/shell-look.ts'
import {
  changeSettings,
  colorAtom,
  DEFAULT_SETTINGS,
  PRESET_COLORS,
  parseSettings,
  settingsAtom,
} from './settings.ts'

describe('settings', () => {
  it('have the stated defaults [settings-02, settings-03, settings-04, settings-05, settings-06, settings-07, settings-08, settings-09, menu-17]', () => {
    expect(parseSettings(null)).toEqual({
      sidebarOpened: true,
      ownColor: false,
      theme: 'light',
      menuTheme: 'dark',
      layout: 'sidemenu',
      contentWidth: 'Fixed',
      fixedHeader: false,
      fixedSidebar: false,
      autoHideHeader: false,
      color: '#1890FF',
      colorWeak: false,
      multipage: true,
    })
    expect(new Set(PRESET_COLORS).size).toBe(8)
  })

  it('take auto-hide away with the fixed header [settings-12]', () => {
    const fixed = changeSettings(changeSettings(DEFAULT_SETTINGS, { fixedHeader: true }), {
      autoHideHeader: true,
    })
    expect(fixed.autoHideHeader).toBe(true)
    expect(changeSettings(fixed, { fixedHeader: false }).autoHideHeader).toBe(false)
    expect(changeSettings(DEFAULT_SETTINGS, { autoHideHeader: true }).autoHideHeader).toBe(false)
  })

  it('have no fixed sidebar under a top menu, and no fluid width without one [settings-13, settings-14]', () => {
    const side = changeSettings(DEFAULT_SETTINGS, { fixedSidebar: true, contentWidth: 'Fluid' })
    expect(side).toMatchObject({ fixedSidebar: true, contentWidth: 'Fixed' })
    const top = changeSettings(side, { layout: 'topmenu', contentWidth: 'Fluid' })
    expect(top).toMatchObject({ fixedSidebar: false, contentWidth: 'Fluid' })
    expect(changeSettings(top, { layout: 'sidemenu' }).contentWidth).toBe('Fixed')
  })

  it('take the colour set for everybody until the user chooses one', () => {
    const atoms = createStore()
    atoms.set(shellLookAtom, { ...atoms.get(shellLookAtom), color: '#52C41A' })
    expect(atoms.get(colorAtom)).toBe('#52C41A')
    atoms.set(settingsAtom, changeSettings(DEFAULT_SETTINGS, { color: '#F5222D', ownColor: true }))
    expect(atoms.get(colorAtom)).toBe('#F5222D')
    // Stored before there was such a colour: another one than the built-in one was chosen.
    expect(parseSettings({ color: '#722ED1' }).ownColor).toBe(true)
    expect(parseSettings({ color: '#1890FF' }).ownColor).toBe(false)
  })

  it('survive spoilt storage [settings-10, settings-11]', () => {
    expect(
      parseSettings({
        layout: 'mix',
        menuTheme: 'pink',
        color: 'red;background:url(x)',
        multipage: 'no',
        theme: 'dark',
      }),
    ).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' })
  })
})
