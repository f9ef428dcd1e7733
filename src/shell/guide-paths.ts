import type { GuideStepCode } from '#schemas/api/guide.ts'
import type { MenuModel } from '../menu/menu-model.ts'

/** Address of the screen behind each step of the first-run guide. */
export const GUIDE_PATHS: Readonly<Record<GuideStepCode, string>> = {
  look: '/isystem/setting',
  tenant: '/isys/tenant',
  depart: '/isystem/depart',
  role: '/isystem/role',
  grant: '/isystem/role',
  user: '/isystem/user',
}

/** True for who may open a screen of the guide. The server answers which steps these are. */
export function hasGuide(model: MenuModel): boolean {
  return Object.values(GUIDE_PATHS).some((path) => model.find(path))
}
