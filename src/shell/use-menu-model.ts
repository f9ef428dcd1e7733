import { atom, useAtomValue } from 'jotai'
import { rightsAtom } from '../session/atoms.ts'
import { permissionSet } from '../session/permissions.ts'
import { builtInRoutes } from './built-in-routes.ts'
import { buildMenuModel, type MenuModel } from './menu-model.ts'
import { useServices } from './services.ts'

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

/** What the signed-in user can reach. */
export function useMenuModel(): MenuModel {
  const { config } = useServices()
  return useAtomValue(modelsAtom)(config.homePath)
}
