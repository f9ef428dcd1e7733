import type { FormDocument } from '../../page/form.ts'
import { compileForm } from '../compile-form.ts'
import { holdsSeveral } from '../holds-several.ts'
import { createRowValidator } from '../row-validator.ts'
import type { Findings } from './findings.ts'
import { linearMatch } from './linear-match.ts'
import { didYouMean } from './near-miss.ts'
import type { References } from './references.ts'

/** A default that its own field refuses would make every new record fail. */
export function checkDefaults(findings: Findings, document: FormDocument, { dictValues }: References): void {
  const form = compileForm(document)
  const rulesAside = { ...form, rules: [] }
  const validator = createRowValidator(rulesAside, linearMatch)
  for (const field of form.fields) {
    const { name, property } = field
    if (property.default === undefined || property.default === '') continue
    const reason = validator.validateField(name, property.default)
    if (reason !== null)
      findings.error(['schema', 'properties', name, 'default'], 'default', `默认值无效：${reason}`, {
        repair: () => delete property.default,
      })
    const known = typeof property.dict === 'string' ? dictValues?.get(property.dict) : undefined
    if (reason !== null || !known) continue
    const text = String(property.default)
    for (const value of holdsSeveral(field) ? text.split(',') : [text])
      if (!known.has(value))
        findings.warning(
          ['schema', 'properties', name, 'default'],
          'default',
          `默认值 "${value}" 不在字典 "${property.dict}" 中`,
          { suggestion: didYouMean(value, known) },
        )
  }
}
