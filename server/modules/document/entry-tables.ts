import type { Pool } from 'pg'
import type { Problem, TableDefinition } from '#schemas/compile/model.ts'
import { mergeTables } from '../table-structure/merge-tables.ts'
import type { SyncStep } from '../table-structure/sync-step.ts'
import { applySyncs, type SyncResult } from '../table-structure/table-sync.ts'
import { type FormEntry, hasMistake } from './form-entry.ts'

/** Documents by the table they share; the owner (named like the table, else the first) stands first. */
export function groupByTable(entries: ReadonlyMap<string, FormEntry>): Map<string, FormEntry[]> {
  const tables = new Map<string, FormEntry[]>()
  for (const entry of entries.values()) {
    if (!entry.form?.table) continue
    const table = entry.form.tableName
    const sharers = tables.get(table) ?? []
    if (entry.code === table) sharers.unshift(entry)
    else sharers.push(entry)
    tables.set(table, sharers)
  }
  return tables
}

/** The table that the documents of a group need together; null when they need none. */
export function tableOf(owners: readonly FormEntry[]): TableDefinition | null {
  const [owner, ...views] = owners.flatMap((entry) => entry.form?.table ?? [])
  return owner ? mergeTables(owner, views) : null
}

/** What a step that waits means for who wrote the document. */
function pendingText(entry: FormEntry, step: SyncStep): string {
  const reason = step.blocked ? `（${step.blocked.reason}）` : ''
  const renamed =
    step.kind === 'park-column' ? `。若该字段只是改名，请在新字段中写上 "id": "${step.column}"` : ''
  // What waits may be nothing but the consequence of a typing mistake.
  const how = hasMistake(entry)
    ? '。文档有错误，请先改正，再决定是否同步'
    : `。由可设计表单的用户调用 POST …/online/cgform/api/doDbSynch/${entry.code}/normal 执行`
  return `数据表待同步：${step.title}${reason}${renamed}${how}`
}

/** A document after its table was brought into line, or as far as that went. */
export function synchronised(entry: FormEntry, result: SyncResult | Error): FormEntry {
  const problems = entry.problems.filter((problem) => problem.code !== 'sync')
  const problem = (message: string): Problem => ({
    severity: 'warning',
    fatal: false,
    code: 'sync',
    path: '',
    message,
  })
  if (result instanceof Error)
    return { ...entry, synced: false, problems: [...problems, problem(`数据表同步失败：${result.message}`)] }
  return {
    ...entry,
    synced: result.pending.length === 0,
    problems: [...problems, ...result.pending.map((step) => problem(pendingText(entry, step)))],
  }
}

/** Creates and widens tables; what would touch a value waits for somebody to decide. */
export async function bringIntoLine(
  pool: Pool,
  next: Map<string, FormEntry>,
  before: ReadonlyMap<string, FormEntry>,
  tables: ReadonlyMap<string, FormEntry[]>,
): Promise<void> {
  const wanted = [...tables].flatMap(([table, owners]) => {
    const unchanged = owners.every((owner) => {
      const known = before.get(owner.code)
      return known?.version === owner.version && known.synced
    })
    const definition = tableOf(owners)
    // A misspelt keyword must not change a column that is there: it would have to be changed back.
    const mode = owners.some(hasMistake) ? ('cautious' as const) : ('additive' as const)
    return definition && !unchanged ? [{ code: owners[0]?.code ?? table, wanted: definition, mode }] : []
  })
  const results = await applySyncs(pool, wanted)
  for (const [table, owners] of tables) {
    const result = results.get(table)
    for (const owner of owners) {
      const entry = next.get(owner.code)
      if (!entry) continue
      next.set(owner.code, result === undefined ? { ...entry, synced: true } : synchronised(entry, result))
    }
  }
}
