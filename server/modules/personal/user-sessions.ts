import type { Kysely } from 'kysely'
import type { UserSession } from '#schemas/api/personal.ts'
import type { Tables } from '../../database/tables.ts'
import { localTime } from '../online-user/store.ts'
import { openSessions } from './store.ts'

/** Open sessions of a user, the one used last first. */
export async function sessionsOf(
  read: Kysely<Tables>,
  userId: string,
  { ownId, now, idleMs }: { ownId: string; now: number; idleMs: number },
): Promise<UserSession[]> {
  const rows = await openSessions(read, userId, { now, idleMs })
  return rows.map(({ id, device, address, created_at, seen_at }) => ({
    id,
    device: deviceName(device),
    address: address ?? '',
    signedInAt: localTime(created_at),
    seenAt: localTime(seen_at),
    isOwn: id === ownId,
  }))
}

/** More special names first: Edge calls itself Chrome, too, and Chrome Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/i, '钉钉'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** A browser's name for itself in words; a program's is left as it is. */
export function deviceName(agent: string | null): string {
  if (!agent) return '未知设备'
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  return browser ? [browser, system].filter(Boolean).join(' · ') : agent.slice(0, 60)
}
