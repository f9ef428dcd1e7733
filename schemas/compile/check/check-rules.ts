import type { DocumentRule, FormDocument } from '../../page/form.ts'
import { checkExpression, type Surroundings } from '../../rules/expression/check.ts'
import type { Kind } from '../../rules/expression/functions.ts'
import { parseExpression } from '../../rules/expression/parse.ts'
import type { ExpressionFault } from '../../rules/expression/syntax.ts'
import { traitsOf } from '../../widget/traits.ts'
import { compileForm } from '../compile-form.ts'
import { kindOfField } from '../rules/field-values.ts'
import { systemColumns } from '../system-columns.ts'
import { checkCondition, isColumn, VARIABLES } from './check-dict.ts'
import { checkRuleCircle } from './check-rule-circle.ts'
import type { Findings, Place } from './findings.ts'
import { didYouMean } from './near-miss.ts'
import type { References } from './references.ts'

/** Effects that name fields, and effects that say something for each field. */
const LISTS = ['require', 'hide', 'show', 'readonly'] as const
const MAPS = ['value', 'default', 'options', 'message'] as const

/** Checks what the rules of a form speak of, their expressions, and that no value is calculated out of itself. */
export function checkRules(findings: Findings, document: FormDocument, references: References): void {
  const rules = (document.rules ?? []) as readonly DocumentRule[]
  if (rules.length === 0) return
  const check = expressionCheck(findings, document, references)
  for (const [at, rule] of rules.entries()) {
    const drop = () => {
      document.rules = document.rules?.filter((entry) => entry !== rule)
    }
    if (typeof rule.if === 'string') check(['rules', at, 'if'], rule.if, 'condition', drop)
    else if (rule.if) checkCondition(findings, ['rules', at, 'if'], rule.if, document)
    for (const effect of LISTS)
      for (const [index, name] of (rule.then[effect] ?? []).entries())
        needField(findings, document, ['rules', at, 'then', effect, index], name, false)
    for (const effect of MAPS)
      for (const [name, said] of Object.entries(rule.then[effect] ?? {})) {
        const place = ['rules', at, 'then', effect, name]
        const spoilt = () => delete (rule.then[effect] as Record<string, unknown> | undefined)?.[name]
        if (!needField(findings, document, place, name, true, spoilt) || effect === 'message') continue
        if (effect === 'options') {
          checkChoices(findings, document, place, name)
          if (typeof said === 'string') check(place, said, 'condition', spoilt, true)
        } else check(place, String(said), wantedBy(document, name), spoilt)
      }
  }
  checkRuleCircle(findings, document, references)
}

type Check = (place: Place, source: string, wanted: Kind, repair: () => void, ofOptions?: boolean) => void

function expressionCheck(findings: Findings, document: FormDocument, references: References): Check {
  const around = surroundings(document, references)
  const ofOptions = { ...around, variables: new Set([...around.variables, 'option']) }
  return (place, source, wanted, repair, isOfOptions = false) => {
    const { node, fault } = parseExpression(source)
    const faults: readonly ExpressionFault[] = node
      ? checkExpression(node, isOfOptions ? ofOptions : around, wanted)
      : [fault]
    for (const { at, message, suggestion } of faults)
      findings.error(place, 'expression', `表达式有误：${message}`, { suggestion, repair, within: at })
  }
}

/** What a field that is calculated takes: a switch is turned on or off by a condition, too. */
function wantedBy(document: FormDocument, name: string): Kind {
  if (traitsOf(document.schema.properties[name]?.view ?? '').choices === 'onOff') return 'condition'
  return kindsOf(document).get(name) ?? 'any'
}

function checkChoices(findings: Findings, { schema }: FormDocument, place: Place, name: string): void {
  const property = schema.properties[name]
  const { choices } = traitsOf(property?.view ?? '')
  if (property?.dict === undefined && choices !== 'dict')
    findings.warning(place, 'no-effect', `字段 "${name}" 没有字典（dict），options 只在保存时检查`)
}

function needField(
  findings: Findings,
  document: FormDocument,
  place: Place,
  name: string,
  atKey: boolean,
  repair?: () => void,
): boolean {
  if (isColumn(document, name)) return true
  findings.error(place, 'unknown-field', `字段 "${name}" 不存在`, {
    suggestion: didYouMean(name, Object.keys(document.schema.properties)),
    repair,
    atKey,
  })
  return false
}

function surroundings(document: FormDocument, { forms }: References): Surroundings {
  const mains = [...(forms?.values() ?? [])].filter((form) =>
    form.subTables?.some(({ code }) => code === document.code),
  )
  const tables = new Map(
    (document.subTables ?? []).map(({ code }) => {
      const form = forms?.get(code)
      return [code, form ? kindsOf(form) : null] as const
    }),
  )
  const main = !forms ? undefined : mains.length === 0 ? null : commonKinds(mains.map(kindsOf))
  return { fields: kindsOf(document), main, tables, variables: VARIABLES, near: didYouMean }
}

/** What each of several main forms has: a rule must mean the same wherever the form is a sub table. */
function commonKinds(all: readonly ReadonlyMap<string, Kind>[]): ReadonlyMap<string, Kind> {
  const [first = new Map<string, Kind>(), ...more] = all
  return new Map([...first].filter(([name]) => more.every((kinds) => kinds.has(name))))
}

const known = new WeakMap<FormDocument, ReadonlyMap<string, Kind>>()

function kindsOf(document: FormDocument): ReadonlyMap<string, Kind> {
  let kinds = known.get(document)
  if (!kinds) {
    kinds = new Map<string, Kind>([
      ...systemColumns(document).map(({ name }) => [name, 'text'] as const),
      ...compileForm(document).fields.map((field) => [field.name, kindOfField(field)] as const),
    ])
    known.set(document, kinds)
  }
  return kinds
}
