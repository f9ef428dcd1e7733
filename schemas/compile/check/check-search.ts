import type { FormDocument } from '../../page/form.ts'
import { canSearch } from '../can-search.ts'
import { compileForm } from '../compile-form.ts'
import type { Findings } from './findings.ts'
import { didYouMean } from './near-miss.ts'

/** Checks the fields by which records are found from anywhere. */
export function checkSearch(findings: Findings, document: FormDocument): void {
  const { search, store, list } = document
  if (!search) return
  if ((store && 'source' in store) || list?.url !== undefined)
    findings.warning(['search'], 'no-effect', '数据不在自己的表中，不能搜索记录', {
      repair: () => {
        delete document.search
      },
    })
  const fields = new Map(compileForm(document).fields.map((field) => [field.name, field]))
  for (const [at, name] of search.entries()) {
    const field = fields.get(name)
    const repair = () => {
      document.search = document.search?.filter((one) => one !== name)
    }
    if (!field)
      findings.error(['search', at], 'unknown-field', `字段 "${name}" 不存在`, {
        suggestion: didYouMean(name, fields.keys()),
        repair,
      })
    else if (!canSearch(field))
      findings.error(['search', at], 'type', `字段 "${name}" 不是存储的单行文本，不能用于搜索`, { repair })
  }
}
