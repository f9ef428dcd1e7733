import type { StagedRow } from '#schemas/api/import-workbench.ts'
import { t } from '#schemas/text/text.ts'

/** What a record has in a field that the row changes; null where it does not change it. */
export function replacedText(row: StagedRow | undefined, name: string): string | null {
  if (!row || !Object.hasOwn(row.was, name)) return null
  const old = row.was[`${name}_dictText`] ?? row.was[name]
  return t('原值：{old}', { old: old === null || old === undefined || old === '' ? t('空') : String(old) })
}
