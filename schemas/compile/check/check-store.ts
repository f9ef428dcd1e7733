import type { FormAction, FormDocument } from '../../page/form.ts'
import { LIST_ACTIONS } from '../../page/form-words.ts'
import { actionCode } from '../action-code.ts'
import { columnType } from '../column-type.ts'
import type { ColumnType } from '../model.ts'
import { isSystemColumn } from '../system-columns.ts'
import type { Findings } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import type { References } from './references.ts'

/** What changes rows: computed rows cannot be changed, rows of a foreign list not stored. */
const WRITING: ReadonlySet<string> = new Set([
  'add',
  'edit',
  'copy',
  'delete',
  'batch_edit',
  'batch_delete',
  'import',
])
const STORING: ReadonlySet<string> = new Set(['add', 'edit', 'copy', 'batch_edit'])

/** Checks where a document's rows lie, and that what its list offers can be done with them there. */
export function checkStore(findings: Findings, document: FormDocument, references: References): void {
  const { store } = document
  if (document.list?.url?.list)
    refuseActions(findings, document, STORING, 'list.url 的数据不在本表单的数据表中，不能用表单新增和编辑')
  if (!store) return
  if (document.table !== undefined)
    findings.warning(['table'], 'no-effect', '有 store 的文档没有自己的数据表，table 不起作用')
  if (document.indexes?.length)
    findings.warning(['indexes'], 'no-effect', '有 store 的文档没有自己的数据表，indexes 不起作用')
  if ('table' in store) checkPlatformTable(findings, document, store.table, references)
  else refuseActions(findings, document, WRITING, `store.source 的数据由程序计算，不能改动`)
}

function checkPlatformTable(
  findings: Findings,
  document: FormDocument,
  table: string,
  { tables, shipped }: References,
): void {
  if (shipped === false)
    findings.fatal(['store', 'table'], 'platform-table', '只有随产品提供的文档可以使用平台的数据表')
  const columns = tables?.get(table)
  if (tables && !columns)
    findings.fatal(['store', 'table'], 'unknown-table', `平台没有数据表 "${table}"`, {
      suggestion: didYouMean(table, tables.keys()),
    })
  if (!columns) return
  const { properties } = document.schema
  for (const [name, property] of Object.entries(properties)) {
    if (isSystemColumn(name, document) || property.db?.persist === false) continue
    const place = ['schema', 'properties', name]
    const type = Object.hasOwn(columns, name) ? columns[name] : undefined
    const repair = () => delete properties[name]
    if (type === undefined)
      findings.error(place, 'unknown-column', `数据表 ${table} 没有字段 "${name}"，不使用这个字段`, {
        suggestion: didYouMean(name, Object.keys(columns)),
        repair,
        atKey: true,
      })
    else {
      const fault = misfit(columnType(name, property, document), type)
      if (fault) findings.error(place, 'column-type', `数据表 ${table} 的字段 "${name}" ${fault}`, { repair })
    }
  }
}

const FAMILIES: Readonly<Record<ColumnType['type'], RegExp>> = {
  string: /^(varchar|text)/,
  Text: /^text/,
  int: /^(integer|bigint|numeric|double)/,
  long: /^(bigint|numeric|double)/,
  double: /^(double|numeric)/,
  BigDecimal: /^(numeric|double)/,
  Date: /^date/,
  Datetime: /^timestamp/,
  Blob: /^bytea/,
}

/** Why values of a property do not fit into a column; null when they do. */
function misfit({ type, length }: ColumnType, sql: string): string | null {
  if (!FAMILIES[type].test(sql)) return `是 ${sql}，与文档的类型不符`
  const most = Number(/^varchar\((\d+)\)$/.exec(sql)?.[1] ?? 0)
  return type === 'string' && most > 0 && length !== null && length > most
    ? `最长 ${most} 个字，文档允许 ${length} 个`
    : null
}

/** Reports actions that cannot work; they are not offered. */
function refuseActions(
  findings: Findings,
  document: FormDocument,
  refused: ReadonlySet<string>,
  message: string,
): void {
  const actions = document.list?.actions ?? LIST_ACTIONS
  const isRefused = (action: FormAction) => refused.has(actionCode(action))
  const bad = actions.filter(isRefused)
  if (bad.length === 0) return
  const place = document.list?.actions ? ['list', 'actions'] : document.list ? ['list'] : []
  findings.error(place, 'no-effect', `${message}（${bad.map(actionCode).join('、')}）`, {
    repair: () => {
      document.list = { ...document.list, actions: actions.filter((action) => !isRefused(action)) }
    },
  })
}
