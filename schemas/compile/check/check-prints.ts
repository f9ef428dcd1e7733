import type { FormDocument } from '../../page/form.ts'
import type { PrintTemplate } from '../../page/print.ts'
import { PRINT_FORMATS, PRINT_VARIABLES } from '../../page/print-words.ts'
import { canTotal } from '../can-total.ts'
import { compileForm } from '../compile-form.ts'
import { namesInPrint } from '../print-names.ts'
import { labelOn, sheetOf } from '../print-sheet.ts'
import type { Findings } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import type { References } from './references.ts'

/** A label of which less than this is left (mm) has no room for anything. */
const LEAST_LABEL = 8

/** Checks that templates of prints name what there is. One that does not is left out. */
export function checkPrints(findings: Findings, document: FormDocument, { forms }: References): void {
  const { prints = [], subTables = [] } = document
  if (prints.length === 0) return
  const compiled = new Map(compileForm(document).fields.map((field) => [field.name, field]))
  const fields: ReadonlySet<string> = new Set(compiled.keys())
  const inTexts: ReadonlySet<string> = new Set([...fields, 'id', ...PRINT_VARIABLES])
  const formats: ReadonlySet<string> = new Set(PRINT_FORMATS)
  const fieldsOf = (code: string) => {
    const form = forms?.get(code)
    return form && new Set(compileForm(form).fields.map(({ name }) => name))
  }
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
    checkLabels(findings, at, template, drop)
    for (const [nth, column] of (template.columns ?? []).entries()) {
      if (typeof column === 'string' || !column.total) continue
      const field = compiled.get(column.field)
      if (field && !canTotal({ ...field, persist: true }, column.total))
        findings.error(
          ['prints', at, 'columns', nth, 'total'],
          'type',
          `字段 "${column.field}" 不是数字，不能合计`,
          { repair: drop },
        )
    }
    for (const { place, name, as, of, format } of namesInPrint(template)) {
      if (format !== undefined && !formats.has(format))
        findings.error(
          ['prints', at, ...place],
          'type',
          `值的写法 "${format}" 不存在，应为 ${PRINT_FORMATS.join('、')} 之一`,
          { suggestion: didYouMean(format, formats), repair: drop },
        )
      const known = as === 'subTable' ? subs : as === 'inText' ? inTexts : of ? fieldsOf(of) : fields
      if (!known || known.has(name)) continue
      const missing = of === undefined ? `字段 "${name}" 不存在` : `子表 "${of}" 没有字段 "${name}"`
      findings.error(
        ['prints', at, ...place],
        as === 'subTable' ? 'unknown-form' : 'unknown-field',
        as === 'subTable' ? `表单没有子表 "${name}"` : missing,
        { suggestion: didYouMean(name, known), repair: drop },
      )
    }
  }
}

function checkLabels(findings: Findings, at: number, template: PrintTemplate, drop: () => void): void {
  const { kind, labels } = template
  if (!labels) return
  const place = ['prints', at, 'labels']
  if (kind === 'list') findings.error(place, 'no-effect', '列表的打印模板没有标签', { repair: drop })
  const { width, height } = labelOn(sheetOf(template), labels)
  if (Math.min(width, height) < LEAST_LABEL)
    findings.error(place, 'contradiction', '纸张放不下这么多标签，每个标签的宽和高至少 8 毫米', {
      repair: drop,
    })
}
