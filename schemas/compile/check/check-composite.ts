import type { CompositeDocument } from '../../page/composite.ts'
import { isColumn } from './check-dict.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import { missingForm, type References } from './references.ts'

/** Checks the forms and fields that a composite page names; a part at the right that cannot be linked is left out. */
export function checkComposite(
  findings: Findings,
  document: CompositeDocument,
  references: References,
): void {
  const { forms } = references
  if (!forms) return
  const { left } = document
  const chosen = formAt(findings, ['left', 'form'], left.form, references)
  if (chosen && left.as === 'tree' && !chosen.tree)
    findings.error(['left', 'as'], 'contradiction', `表单 "${left.form}" 不是树表，左侧按列表显示`, {
      repair: () => {
        left.as = 'list'
      },
    })
  for (const [at, part] of document.right.entries()) {
    const place = ['right', at]
    const drop = () => {
      document.right = document.right.filter((one) => one !== part)
    }
    const form = formAt(findings, [...place, 'form'], part.form, references, drop)
    for (const [name, owner, key] of [
      [part.link.field, form, 'field'],
      [part.link.from, chosen, 'from'],
    ] as const)
      if (owner && !isColumn(owner, name))
        findings.error(
          [...place, 'link', key],
          'unknown-field',
          `表单 "${owner.code}" 没有字段 "${name}"，不显示这一部分`,
          { suggestion: didYouMean(name, Object.keys(owner.schema.properties)), repair: drop },
        )
  }
}

function formAt(findings: Findings, place: Place, code: string, references: References, repair?: () => void) {
  const form = references.forms?.get(code)
  if (!form)
    findings.error(place, 'unknown-form', `表单文档 "${code}" ${missingForm(code, references)}`, {
      suggestion: references.unusable?.has(code)
        ? undefined
        : didYouMean(code, references.forms?.keys() ?? []),
      repair,
    })
  return form
}
