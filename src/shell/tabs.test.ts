import { describe, expect, it } from 'vitest'
import {
  captionTabs,
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  initialTabs,
  openTab,
  refreshTab,
  type TabsState,
} from './tabs.ts'

const HOME = '/expo/ExpoList'
const home = () => initialTabs({ key: HOME, title: '首页', generation: 0 })
const open = (...keys: string[]) => keys.reduce<TabsState>((state, key) => openTab(state, key, key), home())
const keys = (state: TabsState | undefined) => state?.tabs.map(({ key }) => key)

describe('tabs', () => {
  it('open by full path, each once [tabs-01, tabs-03, tabs-11]', () => {
    const state = open('/a?x=1', '/a?x=2', '/a?x=1')
    expect(keys(state)).toEqual([HOME, '/a?x=1', '/a?x=2'])
    expect(state.active).toBe('/a?x=1')
  })

  it('are called what their pages are called now, and by their own name where the menu has none', () => {
    const state = open('/a', '/b?x=1')
    const named = captionTabs(state, (key) => ({ [HOME]: 'Home', '/a': 'Expos' })[key] ?? '')
    expect(named.tabs.map(({ title }) => title)).toEqual(['Home', 'Expos', '/b?x=1'])
    expect(named.active).toBe('/b?x=1')
    expect(captionTabs(state, () => '')).toBe(state)
  })

  it('keep the home tab [tabs-04]', () => {
    expect(closeTab(open('/a'), HOME, HOME)).toEqual({ refused: 'home' })
  })

  it('keep the last tab', () => {
    const only: TabsState = { tabs: [{ key: '/a', title: '', generation: 0 }], active: '/a' }
    expect(closeTab(only, '/a', HOME)).toEqual({ refused: 'last' })
  })

  it('make the neighbour active when the active one closes [tabs-13, tabs-14]', () => {
    const middle = closeTab({ ...open('/a', '/b', '/c'), active: '/b' }, '/b', HOME).state
    expect(keys(middle)).toEqual([HOME, '/a', '/c'])
    expect(middle?.active).toBe('/c')
    expect(closeTab(open('/a', '/b'), '/b', HOME).state?.active).toBe('/a')
    expect(closeTab(open('/a', '/b'), '/a', HOME).state?.active).toBe('/b')
  })

  it('close to the left, to the right and the others, never home [tabs-06, tabs-07, tabs-08]', () => {
    const state = open('/a', '/b', '/c')
    expect(keys(closeLeft(state, '/b', HOME))).toEqual([HOME, '/b', '/c'])
    expect(keys(closeRight(state, '/b', HOME))).toEqual([HOME, '/a', '/b'])
    expect(keys(closeOthers(state, '/b', HOME))).toEqual([HOME, '/b'])
    expect(closeRight(state, '/b', HOME).active).toBe('/b')
    expect(closeLeft(state, '/b', HOME).active).toBe('/c')
  })

  it('are built anew by 刷新 [tabs-05]', () => {
    expect(refreshTab(open('/a'), '/a').tabs.map(({ generation }) => generation)).toEqual([0, 1])
  })
})
