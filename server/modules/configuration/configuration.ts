import type { Pool } from 'pg'
import {
  type ComparedEntry,
  type ComparedPart,
  type ConfigurationPackage,
  type ExportChoice,
  MAX_TAKEN_RECORDS,
  type PartKind,
  type PartNames,
  type TakeChoice,
  type TakeResult,
} from '#schemas/api/configuration.ts'
import { FIRST_TENANT } from '../../database/first-data/tenant.ts'
import { AppError, badRequest, forbidden } from '../../errors.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type FormWriter, Refused } from '../online-form/index.ts'
import type { RoleGrants } from '../role/grants.ts'
import { differences, markOf } from './differences.ts'
import { MissingEntry } from './missing-entry.ts'
import { packageOf, readPackage } from './package-file.ts'
import type { PackageEntries, PartContext } from './part.ts'
import { packedForms } from './parts/forms.ts'
import { type AnyPart, parts } from './parts/index.ts'
import { packedPages } from './parts/pages.ts'
import { withPackage } from './with-package.ts'

/** Differences of one entry that are told one by one. */
const MAX_DIFFERENCES = 100
/** Names of what is only here that are told. */
const MAX_ONLY_HERE = 200

/** What the caller of a take is known by. */
export interface TakeContext {
  session: Session
  requestId: string
  address?: string | undefined
}

/** Packages of configuration: what this installation has, what a package would change, and the change itself. */
export interface Configuration {
  names(
    session: Session,
    query: { kind?: PartKind | undefined; search?: string | undefined; pageNo: number; pageSize: number },
  ): Promise<PartNames[]>
  export(session: Session, choice: ExportChoice): Promise<ConfigurationPackage>
  compare(session: Session, given: unknown): Promise<ComparedPart[]>
  /** One transaction. An entry that has changed since it was compared, or cannot be taken, refuses all of it. */
  take(context: TakeContext, given: unknown, choice: TakeChoice, maxRecords?: number): Promise<TakeResult>
}

export interface ConfigurationParts {
  readPool: Pool
  documents: Documents
  /** A writer and grants over documents that hold those of a package besides. */
  writerOver(documents: Documents): FormWriter
  grantsOver(documents: Documents): RoleGrants
  /** A sentence in the language of who asks. */
  say(sentence: string): string
  /** Where processes are told, in the transaction. */
  channels: { readonly documents: string; readonly texts: string }
}

export function createConfiguration(given: ConfigurationParts): Configuration {
  const { readPool, documents } = given
  const here = (session: Session): PartContext => ({ db: readPool, session, documents })

  async function compared(
    part: AnyPart,
    entries: ReadonlyMap<string, object>,
    context: PartContext,
    all: PackageEntries,
  ): Promise<ComparedEntry[]> {
    const known = await part.read(context, [...entries.keys()])
    const byKey = new Map(known.map((entry) => [part.keyOf(entry), entry]))
    const faults = (await part.faults?.([...entries.values()], context, all)) ?? new Map<string, string>()
    return [...entries].map(([key, entry]) => {
      const before = byKey.get(key)
      const found = before ? differenceOf(part, entry, before) : []
      return {
        key,
        title: part.titleOf(entry),
        state:
          before === undefined
            ? ('new' as const)
            : found.length > 0
              ? ('changed' as const)
              : ('same' as const),
        mark: markHere(part, before),
        differences: found.slice(0, MAX_DIFFERENCES),
        more: Math.max(0, found.length - MAX_DIFFERENCES),
        fault: faults.get(key) ?? null,
      }
    })
  }

  return {
    async names(session, { kind, search, pageNo, pageSize }) {
      const wanted = (search ?? '').trim().toLowerCase()
      const shown = parts.filter((part) => reads(session, part) && (kind ?? part.kind) === part.kind)
      return Promise.all(
        shown.map(async (part) => {
          const names = (await part.names(here(session))).filter(({ key, title }) =>
            `${key} ${title}`.toLowerCase().includes(wanted),
          )
          const from = (pageNo - 1) * pageSize
          return {
            kind: part.kind,
            title: part.title,
            total: names.length,
            names: names.slice(from, from + pageSize),
          }
        }),
      )
    },

    async export(session, choice) {
      const entries = new Map<PartKind, Map<string, object>>()
      for (const part of parts) {
        const keys = choice[part.kind]
        if (keys === undefined) continue
        if (!reads(session, part)) throw forbidden(`您没有导出“${part.title}”的权限`)
        const found = await part.read(here(session), keys === 'all' ? null : keys)
        const byKey = new Map(found.map((entry) => [part.keyOf(entry), entry]))
        const missing = keys === 'all' ? undefined : keys.find((key) => !byKey.has(key))
        if (missing !== undefined) throw badRequest(`${part.title}“${missing}”不存在`)
        entries.set(part.kind, byKey)
      }
      if (entries.size === 0) throw badRequest('请选择要导出的内容')
      return packageOf(entries)
    },

    async compare(session, file) {
      const all = readPackage(file)
      const context = here(session)
      const answer: ComparedPart[] = []
      for (const part of parts) {
        const entries = all.get(part.kind)
        if (!entries) continue
        if (!reads(session, part)) throw forbidden(`您没有查看“${part.title}”的权限`)
        const only = (await part.names(context)).filter(({ key }) => !entries.has(key))
        answer.push({
          kind: part.kind,
          title: part.title,
          entries: (await compared(part, entries, context, all)).map((entry) => ({
            ...entry,
            fault: entry.fault === null ? null : given.say(entry.fault),
          })),
          onlyHere: { total: only.length, names: only.slice(0, MAX_ONLY_HERE) },
        })
      }
      return answer
    },

    async take({ session, requestId, address }, file, choice, maxRecords = MAX_TAKEN_RECORDS) {
      const all = chosen(readPackage(file), choice)
      refuseUnable(session, all)
      const records = parts.reduce(
        (sum, part) =>
          sum + [...(all.get(part.kind)?.values() ?? [])].reduce((one, entry) => one + part.size(entry), 0),
        0,
      )
      if (records > maxRecords)
        throw badRequest(
          `所选内容共 ${records} 条记录，一次最多导入 ${maxRecords} 条，请分批选择，或使用命令行`,
        )
      const known = withPackage(documents, packedForms(here(session), all), packedPages(here(session), all))
      const writer = given.writerOver(known)
      const grants = given.grantsOver(known)
      const told = new Set<'documents' | 'texts'>()
      await writer.together('configuration', 'import', { session, requestId, address }, async (together) => {
        const { client, step } = together
        // Two takes at the same time would each judge what the other is about to change.
        await client.query("select pg_advisory_xact_lock(hashtext('configuration'))")
        const context: PartContext = { db: client, session, documents: known }
        // All of it is judged before anything changes: a role that is new has no grants to compare with.
        const changed = new Map<AnyPart, object[]>()
        for (const part of parts) {
          const entries = all.get(part.kind)
          if (!entries) continue
          const judged = await compared(part, entries, { ...context, documents }, all)
          refuseOutdated(part, judged, choice)
          const differing = judged.flatMap(({ key, state }) =>
            state === 'same' ? [] : (entries.get(key) ?? []),
          )
          changed.set(part, differing)
        }
        for (const [part, entries] of changed)
          await part.apply(entries, {
            context,
            together,
            grants,
            requestId,
            at: (title, work) => named(`${part.title}“${title}”`, work),
            changed: (what) => told.add(what),
          })
        for (const what of told) await step.notify(given.channels[what], '')
      })
      if (told.has('documents')) await documents.reload()
      return resultOf(all, documents)
    },
  }
}

/** Shared entries are those of the platform's own tenant. */
function reads(session: Session, part: AnyPart): boolean {
  return (
    (!part.isShared || session.tenantId === FIRST_TENANT) &&
    may(session, 'use', { permission: part.rights.read }).allowed
  )
}

function differenceOf(part: AnyPart, entry: object, before: object) {
  return differences(part.comparable(entry), part.comparable(before), part.keeps)
}

function markHere(part: AnyPart, before: object | undefined): string {
  return before === undefined ? '' : markOf(part.comparable(before))
}

/** Those entries of a package that were chosen. */
function chosen(all: PackageEntries, choice: TakeChoice): PackageEntries {
  const entries = new Map<PartKind, ReadonlyMap<string, object>>()
  for (const part of parts) {
    const keys = Object.keys(choice[part.kind] ?? {})
    if (keys.length === 0) continue
    const given = all.get(part.kind)
    const missing = keys.find((key) => !given?.has(key))
    if (missing !== undefined) throw badRequest(`配置包中没有${part.title}“${missing}”`)
    entries.set(part.kind, new Map([...(given ?? [])].filter(([key]) => keys.includes(key))))
  }
  if (entries.size === 0) throw badRequest('请选择要导入的内容')
  return entries
}

/** Taking in a kind needs the rights that changing its entries on their own screens needs. */
function refuseUnable(session: Session, all: PackageEntries): void {
  for (const part of parts) {
    if (!all.has(part.kind)) continue
    if (part.isShared && session.tenantId !== FIRST_TENANT)
      throw forbidden(`${part.title}由所有租户共用，只能在平台租户中导入`)
    const lacking = [part.rights.read, ...part.rights.take].find(
      (permission) => !may(session, 'use', { permission }).allowed,
    )
    if (lacking !== undefined) throw forbidden(`您没有导入“${part.title}”的权限（${lacking}）`)
  }
}

function refuseOutdated(part: AnyPart, judged: readonly ComparedEntry[], choice: TakeChoice): void {
  for (const { key, title, mark, fault } of judged) {
    if (fault !== null) throw badRequest(`${part.title}“${title}”不能导入：${fault}`)
    if (choice[part.kind]?.[key] !== mark)
      throw badRequest(`${part.title}“${title}”在比较之后又有更改，请重新比较`)
  }
}

/** Work whose refusal names the entry that it was for. */
async function named<T>(entry: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused)
      throw badRequest(`${entry}：${error.errors[0]?.message ?? '数据校验未通过'}`)
    if (error instanceof MissingEntry) throw badRequest(`${entry}：${error.message}`)
    if (error instanceof AppError && error.status < 500)
      throw new AppError(error.refusal, `${entry}：${error.message}`, error.detail)
    throw error
  }
}

function resultOf(all: PackageEntries, documents: Documents): TakeResult {
  const waiting = [...(all.get('forms')?.keys() ?? [])].flatMap((code) => {
    const entry = documents.entry(code)
    return entry && !entry.synced ? [{ key: code, title: entry.form?.title ?? code }] : []
  })
  return {
    taken: parts.flatMap(({ kind, title }) => {
      const count = all.get(kind)?.size ?? 0
      return count > 0 ? [{ kind, title, count }] : []
    }),
    waiting,
  }
}
