import {
  SETTING_GROUPS,
  type SettingGroup,
  type SettingState,
  type SettingValues,
  secretOwners,
  settingDefaults,
  settingSecrets,
} from '#schemas/api/setting.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Connections } from '../../database/connection.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../errors.ts'
import type { SecretBox } from '../../secret-box.ts'
import type { FixedSettings } from './from-environment.ts'
import { judgedSettings } from './judged-settings.ts'

/** Where processes tell each other that settings changed. */
const SETTINGS_CHANNEL = 'settings_changed'

/** What administrators set, under what the environment says, over the defaults. */
export interface Settings {
  /** Values in force, secrets opened. Kept in memory until they change, in whichever process. */
  get<G extends SettingGroup>(group: G): Promise<SettingValues<G>>
  /** The values that were read last, for what cannot wait; a change elsewhere is known a moment later. */
  last<G extends SettingGroup>(group: G): SettingValues<G>
  /** A group as its screen shows it: no secret is in it. */
  state(group: SettingGroup): Promise<SettingState>
  /** Stores a group; refused when somebody else saved it first, or with what is wrong with a value. */
  save(group: SettingGroup, values: Row, version: number, by: string): Promise<void>
  /** Back to the defaults. */
  reset(group: SettingGroup, by: string): Promise<void>
  /** Told after settings changed, here or in another process. Answers what ends it. */
  onChange(listener: () => void): () => void
  close(): void
}

interface Stored {
  value: Row
  version: number
  updateBy: string | null
  updateTime: string | null
}
type AllStored = ReadonlyMap<string, Stored>

/** The settings over the database. To be awaited: `last` answers from the beginning. */
export async function createSettings({
  connections,
  box,
  fixed,
}: {
  connections: Pick<Connections, 'listen' | 'readPool' | 'writePool'>
  box: SecretBox
  /** What the environment says of settings. */
  fixed: FixedSettings
}): Promise<Settings> {
  const listeners = new Set<() => void>()
  let rows: Promise<AllStored> | null = null
  let known: AllStored = new Map()
  let listening = false

  async function read(): Promise<AllStored> {
    const found = await connections.readPool.query<{
      code: string
      value: Row
      version: number
      update_by: string | null
      update_time: string | null
    }>('select code, value, version, update_by, update_time from platform.sys_setting')
    return new Map(
      found.rows.map(({ code, value, version, update_by, update_time }) => [
        code,
        { value, version, updateBy: update_by, updateTime: update_time },
      ]),
    )
  }

  function load(): Promise<AllStored> {
    if (rows && listening) return rows
    const loading = read()
    rows = loading
    loading.then(
      (found) => {
        if (rows === loading) known = found
      },
      // A failed read must not be kept.
      () => {
        if (rows === loading) rows = null
      },
    )
    return loading
  }

  function changed(): void {
    rows = null
    load().then(
      () => {
        for (const listener of listeners) listener()
      },
      // The next `get` reads again.
      () => undefined,
    )
  }

  const unlisten = connections.listen(SETTINGS_CHANNEL, {
    onMessage: changed,
    // Changes made while the connection was lost are unknown.
    onUp(up) {
      listening = up
      if (up) changed()
    },
  })

  function valuesOf<G extends SettingGroup>(group: G, stored: AllStored): SettingValues<G> {
    const values: Row = { ...settingDefaults(group), ...stored.get(group)?.value }
    for (const name of settingSecrets(group)) {
      const sealed = String(values[name] ?? '')
      // A secret that another key sealed is none: mail without a password says so itself.
      values[name] = sealed === '' ? '' : (box.open(sealed) ?? '')
    }
    return { ...values, ...fixed[group]?.values } as SettingValues<G>
  }

  async function write(sql: string, parameters: readonly unknown[]): Promise<number> {
    return inTransaction(connections.writePool, async (client) => {
      const { rowCount } = await client.query(sql, [...parameters])
      await client.query('select pg_notify($1, $2)', [SETTINGS_CHANNEL, ''])
      return rowCount ?? 0
    })
  }

  /** The next read of this process knows, before the notification comes back. */
  async function reread(): Promise<void> {
    rows = null
    await load()
  }

  known = await load()
  return {
    get: async (group) => valuesOf(group, await load()),
    last: (group) => valuesOf(group, known),

    async state(group) {
      const all = await load()
      const stored = all.get(group)
      const values: Row = { ...valuesOf(group, all) }
      const secrets = settingSecrets(group)
      const set = secrets.filter((name) => values[name] !== '')
      for (const name of secrets) values[name] = ''
      return {
        values: values as Record<string, string | number>,
        sealed: set,
        fixed: { ...fixed[group]?.names },
        version: stored?.version ?? 0,
        updateBy: stored?.updateBy ?? null,
        updateTime: stored?.updateTime ?? null,
      }
    },

    async save(group, given, version, by) {
      const fixedNames = Object.keys(fixed[group]?.values ?? {})
      const before = (await read()).get(group)
      const asked = Object.fromEntries(Object.entries(given).filter(([name]) => !fixedNames.includes(name)))
      // What the environment says is judged elsewhere and not stored.
      const row = judgedSettings(group, asked, fixed[group]?.values ?? {})
      for (const name of fixedNames) delete row[name]
      for (const name of settingSecrets(group)) {
        if (fixedNames.includes(name)) continue
        const secret = String(row[name] ?? '')
        row[name] =
          secret === '' ? keptSecret(group, name, row, before?.value ?? {}, fixedNames) : box.seal(secret)
      }
      const saved = await write(
        version === 0
          ? `insert into platform.sys_setting (code, value, update_by) values ($1, $2, $3) on conflict do nothing`
          : `update platform.sys_setting set value = $2, update_by = $3, update_time = localtimestamp(0),
               version = version + 1 where code = $1 and version = $4`,
        [group, JSON.stringify(row), by, ...(version === 0 ? [] : [version])],
      )
      if (saved === 0) throw new AppError('STALE', '设置已被其他人修改，请刷新后重试')
      await reread()
    },

    async reset(group, by) {
      await write(
        `update platform.sys_setting set value = '{}', update_by = $2, update_time = localtimestamp(0),
           version = version + 1 where code = $1`,
        [group, by],
      )
      await reread()
    },

    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: unlisten,
  }
}

/** The sealed secret that is stored. It is no other server's or account's: with either, it must be given anew. */
function keptSecret(
  group: SettingGroup,
  name: string,
  row: Row,
  before: Row,
  fixedNames: readonly string[],
): unknown {
  const kept = before[name] ?? ''
  const owners = secretOwners(group).filter((one) => !fixedNames.includes(one))
  const isMoved = owners.some((one) => (row[one] ?? '') !== (before[one] ?? ''))
  if (kept === '' || !isMoved) return kept
  // Without a server or a user it is not used by anything.
  if (owners.some((one) => (row[one] ?? '') === '')) return ''
  const message = '更换服务器或用户名后须重新填写密码'
  throw new AppError('BAD_REQUEST', message, { errors: [{ field: name, message }] })
}

/** True for the name of a group. */
export function isSettingGroup(name: string): name is SettingGroup {
  return (SETTING_GROUPS as readonly string[]).includes(name)
}
