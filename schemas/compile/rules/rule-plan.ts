import type { Condition } from '../../page/condition.ts'
import type { DocumentRule } from '../../page/form.ts'
import { namesIn, type ReadName } from '../../rules/expression/names.ts'
import { parseExpression } from '../../rules/expression/parse.ts'
import { MAIN, type Node } from '../../rules/expression/syntax.ts'
import { fieldsIn } from '../condition-fields.ts'
import type { CompiledForm, Field } from '../model.ts'
import { inOrder } from './dependency-order.ts'

/** When a rule holds: always, by a condition, or by an expression; null for an expression that cannot be read. */
export type Test =
  | { kind: 'always' }
  | { kind: 'condition'; condition: Condition }
  | { kind: 'expression'; node: Node }

/** A rule with its expressions read. */
export interface PlannedRule {
  /** Place in the document. */
  at: number
  effects: DocumentRule['then']
  test: Test
  /** What its condition reads. */
  reads: ReadonlySet<string>
}

/** A value that a rule gives a field. */
export interface Calculation {
  rule: PlannedRule
  field: Field
  node: Node
  /** What condition and expression read. */
  reads: ReadonlySet<string>
}

/** Choices that a rule leaves of a field: these, or those for which an expression holds. */
export interface Offer {
  rule: PlannedRule
  values: ReadonlySet<string> | null
  node: Node | null
  reads: ReadonlySet<string>
}

/** The rules of a form, read once. */
export interface RulePlan {
  rules: readonly PlannedRule[]
  /** Fields in the order in which they are calculated, each with the rules that may give it a value. */
  values: readonly { field: Field; from: readonly Calculation[]; reads: ReadonlySet<string> }[]
  defaults: readonly { field: Field; from: readonly Calculation[]; reads: ReadonlySet<string> }[]
  offers: ReadonlyMap<string, readonly Offer[]>
  /** Fields that messages are shown at. */
  messages: readonly { rule: PlannedRule; field: string; text: string }[]
  fields: ReadonlyMap<string, Field>
  /** What is asked of the main record: `main.x`. */
  mainKeys: ReadonlySet<string>
  /** Sub tables whose rows are asked. */
  tables: ReadonlySet<string>
}

const plans = new WeakMap<CompiledForm, RulePlan>()

/** The rules of a form as they are applied. What cannot be read in them does nothing: the check of the document has said so. */
export function rulePlan(form: CompiledForm): RulePlan {
  let plan = plans.get(form)
  if (!plan) {
    plan = makePlan(form)
    plans.set(form, plan)
  }
  return plan
}

/** Fields whose first value is calculated. */
export function calculatedDefaults(form: CompiledForm): string[] {
  return form.rules.length === 0 ? [] : rulePlan(form).defaults.map(({ field }) => field.name)
}

/** Fields whose value is calculated in any case: what stands in them is never entered. */
export function alwaysCalculated(form: CompiledForm): ReadonlySet<string> {
  if (form.rules.length === 0) return new Set()
  return new Set(
    rulePlan(form).values.flatMap(({ field, from }) =>
      from.some(({ rule }) => rule.test.kind === 'always') ? [field.name] : [],
    ),
  )
}

/** What a name is called among those that changed: `x`, `main.x`, or the code of a sub table for all of its rows. */
export function changeKey({ of, field }: ReadName): string {
  if (of === null) return field
  return of === MAIN ? `${MAIN}.${field}` : of
}

function makePlan(form: CompiledForm): RulePlan {
  const fields = new Map(form.fields.map((field) => [field.name, field]))
  const rules = form.rules.flatMap((rule, at): PlannedRule[] => {
    const test = testOf(rule.if)
    return test ? [{ at, effects: rule.then, test, reads: readsOfTest(test) }] : []
  })
  const calculations = (kind: 'value' | 'default') => {
    const byField = new Map<Field, Calculation[]>()
    for (const rule of rules)
      for (const [name, source] of Object.entries(rule.effects[kind] ?? {})) {
        const { node } = parseExpression(source)
        const field = fields.get(name)
        if (!node || !field) continue
        const reads = new Set([...rule.reads, ...namesIn(node).map(changeKey)])
        byField.set(field, [...(byField.get(field) ?? []), { rule, field, node, reads }])
      }
    const all = [...byField].map(([field, from]) => ({
      field,
      from,
      reads: new Set(from.flatMap(({ reads }) => [...reads])),
    }))
    return inOrder(
      all,
      ({ field }) => field.name,
      ({ reads }) => reads,
    )
  }
  const values = calculations('value')
  const defaults = calculations('default')
  const offers = offersOf(rules)
  const read = new Set([
    ...rules.flatMap(({ reads }) => [...reads]),
    ...[...values, ...defaults].flatMap(({ reads }) => [...reads]),
    ...[...offers.values()].flat().flatMap(({ reads }) => [...reads]),
  ])
  return {
    rules,
    values,
    defaults,
    offers,
    messages: rules.flatMap((rule) =>
      Object.entries(rule.effects.message ?? {}).map(([field, text]) => ({ rule, field, text })),
    ),
    fields,
    mainKeys: new Set([...read].filter((key) => key.startsWith(`${MAIN}.`))),
    tables: new Set(form.subTables.map(({ code }) => code).filter((code) => read.has(code))),
  }
}

function offersOf(rules: readonly PlannedRule[]): Map<string, Offer[]> {
  const offers = new Map<string, Offer[]>()
  for (const rule of rules)
    for (const [name, source] of Object.entries(rule.effects.options ?? {})) {
      const node = typeof source === 'string' ? parseExpression(source).node : null
      if (typeof source === 'string' && !node) continue
      const values = typeof source === 'string' ? null : new Set(source.map(String))
      const reads = new Set([...rule.reads, ...(node ? namesIn(node).map(changeKey) : [])])
      offers.set(name, [...(offers.get(name) ?? []), { rule, values, node, reads }])
    }
  return offers
}

function testOf(source: DocumentRule['if']): Test | null {
  if (source === undefined) return { kind: 'always' }
  if (typeof source !== 'string') return { kind: 'condition', condition: source }
  const { node } = parseExpression(source)
  return node && { kind: 'expression', node }
}

function readsOfTest(test: Test): ReadonlySet<string> {
  if (test.kind === 'always') return new Set()
  return new Set(test.kind === 'condition' ? fieldsIn(test.condition) : namesIn(test.node).map(changeKey))
}
