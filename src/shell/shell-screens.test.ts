import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import {
  isKnownComponent,
  SHELL_SCREENS,
  STANDALONE_SCREENS,
  shellUseOf,
  VIEW_NAMES,
} from '#schemas/page/component-names.ts'
import { builtInRoutes } from '../menu/built-in-routes.ts'

const ROUTES = 'src/shell/GuardedRoutes.tsx'
const COMPONENTS = 'schemas/pages/system/menu_component.dict.json'

it('names every address that the router answers before the menu', async () => {
  const text = await readFile(ROUTES, 'utf8')
  const written = [...text.matchAll(/<Route path="(\/[^"]*)"/g)].map(([, path]) => path)
  expect([...written, ...STANDALONE_SCREENS].sort()).toEqual([...SHELL_SCREENS].sort())
})

it('names every built-in page without parameters, whatever slashes follow', () => {
  const paths = builtInRoutes('/home').map(({ path }) => path)
  for (const path of paths.filter((one) => one !== '/home' && !one.includes(':'))) {
    expect(shellUseOf(path), path).toBe('page')
    expect(shellUseOf(`${path}/`), path).toBe('page')
  }
  expect(shellUseOf('/user/login/')).toBe('screen')
  expect(shellUseOf('/isystem/user')).toBeNull()
})

it('offers every page of the shell as a component, and none that draws nothing', async () => {
  const { items } = JSON.parse(await readFile(COMPONENTS, 'utf8')) as { items: { value: string }[] }
  const offered = items.map(({ value }) => value)
  expect(offered).toEqual(expect.arrayContaining([...VIEW_NAMES]))
  expect(offered.filter((one) => one !== 'online/FormPage' && !isKnownComponent(one))).toEqual([])
})
