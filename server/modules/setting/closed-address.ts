import { isIP } from 'node:net'
import type { SettingGroup } from '#schemas/api/setting.ts'
import { createReachableAddress } from '../external-call/reachable-address.ts'

/** Settings that name a machine to which this server connects: their group, field, title and host. */
const HOSTS: Partial<
  Record<SettingGroup, { field: string; title: string; hostOf(value: string): string | null }>
> = {
  mail: {
    field: 'host',
    title: '邮件服务器',
    // As a part of an address, other spellings of numbers (127.1, 0x7f000001) become the usual one.
    hostOf: (host) => urlHost(`http://${isIP(host) === 6 ? `[${host}]` : host}`),
  },
  sms: { field: 'gatewayUrl', title: '短信网关地址', hostOf: urlHost },
}

/**
 * What is wrong with an address that spells out this machine or a private network; null where nothing is. Names are
 * judged when they are connected to, by what they lead to then.
 */
export function closedAddressFault(
  group: SettingGroup,
  values: Readonly<Record<string, unknown>>,
  networks: readonly string[],
): { field: string; message: string } | null {
  const named = HOSTS[group]
  const value = named && values[named.field]
  const host = named && typeof value === 'string' ? named.hostOf(value.trim()) : null
  if (!named || host === null) return null
  const address = /^(.+\.)?localhost\.?$/.test(host) ? '127.0.0.1' : host
  if (isIP(address) === 0) return null
  try {
    createReachableAddress(networks).check(address)
    return null
  } catch {
    return {
      field: named.field,
      message: `${named.title}不能是本机或内网地址；确需使用时，请运维人员在 EXTERNAL_NETWORKS 中放行`,
    }
  }
}

function urlHost(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : null
}
