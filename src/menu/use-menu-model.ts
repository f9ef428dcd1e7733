import { atom, useAtomValue } from 'jotai'
import { useServices } from '../kit/services.ts'
import { rightsAtom } from '../session/atoms.ts'
import { permissionSet } from '../session/permissions.ts'
import { builtInRoutes } from './built-in-routes.ts'
import { buildMenuModel, type MenuModel } from './menu-model.ts'

/** Routes and menu follow from the rights, and are built once for each answer of the server. */
export const modelsAtom = atom((get) => {
  const rights = get(rightsAtom)
  const byHome = new Map<string, MenuModel>()
  return (homePath: string) => {
    let model = byHome.get(homePath)
    if (!model) {
      model = buildMenuModel(rights?.menu ?? [], permissionSet(rights?.auth ?? []), builtInRoutes(homePath))
      byHome.set(homePath, model)
    }
    return model
  }
})

/** Where the user begins: the page that the server names, while they can reach it, else the configured one. */
export const homePathAtom = atom((get) => {
  const kept = get(rightsAtom)?.homePath
  return (configured: string) => (kept && get(modelsAtom)(configured).find(kept) ? kept : configured)
})

/** The home page of the signed-in user. */
export function useHomePath(): string {
  const { config } = useServices()
  return useAtomValue(homePathAtom)(config.homePath)
}

/** What the signed-in user can reach. */
export function useMenuModel(): MenuModel {
  const { config } = useServices()
  return useAtomValue(modelsAtom)(config.homePath)
}
