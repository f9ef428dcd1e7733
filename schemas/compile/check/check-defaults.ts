import type { FormDocument } from '../../page/form.ts'
import { compileForm } from '../compile-form.ts'
import { createRowValidator } from '../row-validator.ts'
import type { Findings } from './findings.ts'
import { linearMatch } from './linear-match.ts'

/** A default that its own field refuses would make every new record fail. */
export function checkDefaults(findings: Findings, document: FormDocument): void {
  const form = compileForm(document)
  const rulesAside = { ...form, rules: [] }
  const validator = createRowValidator(rulesAside, linearMatch)
  for (const { name, property } of form.fields) {
    if (property.default === undefined || property.default === '') continue
    const reason = validator.validateField(name, property.default)
    if (reason !== null)
      findings.error(['schema', 'properties', name, 'default'], 'default', `默认值无效：${reason}`, {
        repair: () => delete property.default,
      })
  }
}
