import { Check, Errors } from 'typebox/value'
import {
  type ConfigurationPackage,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  PART_KINDS,
  type PartKind,
} from '#schemas/api/configuration.ts'
import { badRequest } from '../../errors.ts'
import type { PackageEntries } from './part.ts'
import { type AnyPart, parts } from './parts/index.ts'

/** Entries nested deeper than this are nothing that anybody wrote. */
const MAX_DEPTH = 100

/** The entries of a package; what is no package, or one of a newer program, is refused with its place. */
export function readPackage(value: unknown): PackageEntries {
  if (!isRecord(value) || value.format !== PACKAGE_FORMAT)
    throw badRequest('这不是配置包：缺少 "format": "expo-configuration"')
  if (typeof value.version !== 'number' || !Number.isInteger(value.version) || value.version < 1)
    throw badRequest('配置包没有格式版本')
  if (value.version > PACKAGE_VERSION)
    throw badRequest(
      `配置包的格式版本是 ${value.version}，本程序只认识 ${PACKAGE_VERSION}。请用同样新或更新的程序导入`,
    )
  if (!isRecord(value.parts)) throw badRequest('配置包缺少 "parts"')
  const unknown = Object.keys(value.parts).find((kind) => !PART_KINDS.some((known) => known === kind))
  if (unknown !== undefined) throw badRequest(`配置包含有本程序不认识的内容“${unknown.slice(0, 60)}”`)
  const entries = new Map<PartKind, ReadonlyMap<string, object>>()
  for (const part of parts)
    if (Object.hasOwn(value.parts, part.kind)) entries.set(part.kind, readPart(part, value.parts[part.kind]))
  return entries
}

function readPart(part: AnyPart, list: unknown): ReadonlyMap<string, object> {
  if (!Array.isArray(list)) throw badRequest(`配置包的“${part.title}”应为列表`)
  const entries = new Map<string, object>()
  for (const [index, entry] of list.entries()) {
    const place = `配置包的“${part.title}”第 ${index + 1} 项`
    if (depthOf(entry) > MAX_DEPTH) throw badRequest(`${place}嵌套过深`)
    if (!Check(part.shape, entry)) {
      const [first] = Errors(part.shape, entry)
      const at = first?.instancePath ? `（${first.instancePath.slice(0, 100)}）` : ''
      throw badRequest(`${place}格式不正确${at}`)
    }
    const key = part.keyOf(entry as object)
    if (entries.has(key)) throw badRequest(`${place}重复：“${key}”在配置包中出现了两次`)
    entries.set(key, entry as object)
  }
  return entries
}

/** The package of entries in the order of their keys. */
export function packageOf(entries: PackageEntries): ConfigurationPackage {
  return {
    format: PACKAGE_FORMAT,
    version: PACKAGE_VERSION,
    parts: Object.fromEntries(
      [...entries].map(([kind, ofKind]) => [
        kind,
        [...ofKind].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry),
      ]),
    ),
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How deep a value is nested; it is measured no further than what is refused. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth
  return Object.values(value).reduce((most: number, one) => Math.max(most, depthOf(one, depth + 1)), depth)
}
