import type { Kysely } from 'kysely'
import { GUIDE_STEPS, type Guide, type GuideStepCode } from '#schemas/api/guide.ts'
import { settingDefaults } from '#schemas/api/setting.ts'
import {
  DEPARTMENTS,
  FIRST_DATA_AUTHOR,
  FIRST_TENANT_NAME,
  ROLES,
} from '../../database/first-data/platform-data.ts'
import { stableId } from '../../database/first-data/stable-id.ts'
import { FIRST_TENANT } from '../../database/first-data/tenant.ts'
import type { Tables } from '../../database/tables.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Settings } from '../setting/settings.ts'

/** What opens the screen of each step. */
const RIGHTS: Readonly<Record<GuideStepCode, string>> = {
  look: 'system:setting:list',
  tenant: 'system:tenant:list',
  depart: 'system:depart:list',
  role: 'system:role:list',
  grant: 'system:role:grant',
  user: 'system:user:list',
}

const SHIPPED_ROLES = ROLES.map(({ code }) => code)
const SHIPPED_DEPARTS = DEPARTMENTS.map(({ code }) => stableId('depart', code))
const SHIPPED_DEPART_NAMES = DEPARTMENTS.map(({ name }) => name)

/** Name of the entry that remembers who put the guide away. */
const putAwayBy = (userId: string) => `guide_put_away:${userId}`

/** How far the session's tenant is set up, in the steps that this session may go. */
export async function guideOf(
  read: Kysely<Tables>,
  settings: Pick<Settings, 'state'>,
  session: Session,
): Promise<Guide> {
  const allowed = GUIDE_STEPS.filter((code) => may(session, 'use', { permission: RIGHTS[code] }).allowed)
  if (allowed.length === 0) return { due: false, steps: [] }
  const [stored, look] = await Promise.all([storedState(read, session), isLookOwn(settings)])
  const done: Readonly<Record<GuideStepCode, boolean>> = { ...stored, look }
  return {
    // Where people work already, nothing is new: the guide waits in the menu.
    due: !stored.isPutAway && !done.user,
    steps: allowed.map((code) => ({ code, done: done[code] })),
  }
}

/** From now on the guide does not offer itself to this user. */
export async function putAway(write: Kysely<Tables>, userId: string): Promise<void> {
  await write
    .insertInto('setting')
    .values({ name: putAwayBy(userId), value: '1' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** True when name or look differ from what the product ships with; what the environment says is set nowhere else. */
async function isLookOwn(settings: Pick<Settings, 'state'>): Promise<boolean> {
  const { values, fixed } = await settings.state('shell')
  return Object.entries(settingDefaults('shell')).some(
    ([name, value]) => !(name in fixed) && values[name] !== value,
  )
}

/** What is there beyond the first data, in one statement. */
async function storedState(read: Kysely<Tables>, { tenantId, userId }: Session) {
  const ownUsers = read
    .selectFrom('sys_user_tenant as ut')
    .innerJoin('sys_user as u', 'u.id', 'ut.user_id')
    .select('u.id')
    .where('ut.tenant_id', '=', tenantId)
    .where('u.del_flag', '=', 0)
    // Users of the first data and of the example data name another author than a person.
    .where('u.create_by', 'is distinct from', FIRST_DATA_AUTHOR)
    // A further tenant begins with an administrator of its own.
    .offset(tenantId === FIRST_TENANT ? 0 : 1)
    .limit(1)
  const ownRoles = read
    .selectFrom('sys_role as r')
    .select('r.id')
    .where('r.tenant_id', '=', tenantId)
    .where('r.role_code', 'not in', SHIPPED_ROLES)
  const state = await read
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(
        selectFrom('sys_tenant')
          .select('id')
          .where((eb) => eb.or([eb('id', '!=', FIRST_TENANT), eb('name', '!=', FIRST_TENANT_NAME)])),
      ).as('tenant'),
      exists(
        selectFrom('sys_depart')
          .select('id')
          .where('tenant_id', '=', tenantId)
          .where('del_flag', '=', 0)
          .where((eb) =>
            eb.or([eb('id', 'not in', SHIPPED_DEPARTS), eb('depart_name', 'not in', SHIPPED_DEPART_NAMES)]),
          ),
      ).as('depart'),
      exists(ownRoles).as('role'),
      exists(ownRoles.innerJoin('sys_role_permission as rp', 'rp.role_id', 'r.id')).as('grant'),
      exists(ownUsers).as('user'),
      exists(selectFrom('setting').select('name').where('name', '=', putAwayBy(userId))).as('isPutAway'),
    ])
    .executeTakeFirstOrThrow()
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, Boolean(value)])) as {
    readonly [K in keyof typeof state]: boolean
  }
}
