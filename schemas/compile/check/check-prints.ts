import type { FormDocument } from '../../page/form.ts'
import { PRINT_VARIABLES } from '../../page/print-words.ts'
import { compileForm } from '../compile-form.ts'
import { namesInPrint } from '../print-names.ts'
import type { Findings } from './findings.ts'
import { didYouMean } from './near-miss.ts'

/** Checks that templates of prints name what there is. One that does not is left out. */
export function checkPrints(findings: Findings, document: FormDocument): void {
  const { prints = [], subTables = [] } = document
  if (prints.length === 0) return
  const fields = new Set([...compileForm(document).fields.map(({ name }) => name), ...PRINT_VARIABLES])
  const subs = new Set(subTables.map(({ code }) => code))
  const codes = new Set<string>()
  for (const [at, template] of prints.entries()) {
    const drop = () => {
      document.prints = document.prints?.filter((one) => one !== template)
    }
    if (codes.has(template.code))
      findings.error(['prints', at, 'code'], 'repeated', `打印模板 "${template.code}" 重复`, { repair: drop })
    codes.add(template.code)
    if (template.kind === 'list' ? !template.columns : !template.blocks)
      findings.error(
        ['prints', at],
        'no-effect',
        template.kind === 'list' ? '列表的打印模板应有 columns' : '单据的打印模板应有 blocks',
        { repair: drop },
      )
    for (const { place, name, as } of namesInPrint(template)) {
      const known = as === 'field' ? fields : subs
      if (known.has(name)) continue
      findings.error(
        ['prints', at, ...place],
        as === 'field' ? 'unknown-field' : 'unknown-form',
        as === 'field' ? `字段 "${name}" 不存在` : `表单没有子表 "${name}"`,
        { suggestion: didYouMean(name, known), repair: drop },
      )
    }
  }
}
