import { type FieldStates, statesOf } from '#schemas/compile/field-states.ts'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { calculate } from '#schemas/compile/rules/calculate.ts'
import { holds, type RuleContext } from '#schemas/compile/rules/rule-names.ts'
import {
  alwaysCalculated,
  calculatedDefaults,
  type PlannedRule,
  type RulePlan,
  rulePlan,
} from '#schemas/compile/rules/rule-plan.ts'
import { type IsOffered, offered, ruleProblem } from '#schemas/compile/rules/rule-problem.ts'

/** Which choices of a field are left, as of one moment. */
export type Offered = IsOffered

/** What a change of some values led to. */
export interface RuleOutcome {
  row: Row
  /** Fields with another calculated value. */
  calculated: readonly string[]
  /** Fields that are hidden, required or read-only otherwise than before. */
  states: readonly string[]
  /** Fields with other choices. */
  offers: readonly string[]
  /** Fields at which a check over several fields may say something else. */
  messages: readonly string[]
}

/** The rules of a form while it is filled in: only what reads a changed value is looked at again. */
export interface FormRules {
  /** Begins with a record: calculates it. A new one gets its calculated first values, but for fields that were entered before. */
  begin(row: Row, entered: ReadonlySet<string>): Row
  /** True where a rule gave the value: it was not entered. */
  isCalculated(name: string): boolean
  /** These fields were changed by hand: their first values are no longer calculated. */
  touch(names: readonly string[]): void
  change(row: Row, changed: ReadonlySet<string>): RuleOutcome
  states(): FieldStates
  offered(field: Field): Offered | null
  /** Fields at which a check is told that reads this one. */
  messagesAbout(name: string): readonly string[]
  /** What a check over several fields says at a field. */
  problem(name: string): string | null
}

const NOTHING: readonly string[] = []

/** The rules over a form, which may be exchanged for the same in another language, and what stands around its record. */
export function createFormRules(formNow: () => CompiledForm, contextNow: () => RuleContext): FormRules {
  let row: Row = {}
  let untouched = new Set<string>()
  let held = new Map<number, boolean>()
  let states = statesOf([], () => false)
  let offers = new Map<string, Offered | null>()
  const hasRules = () => formNow().rules.length > 0

  const plan = (): RulePlan => rulePlan(formNow())
  const judge = (rule: PlannedRule) => holds(rule, formNow(), row, contextNow())

  function offersAnew(names: Iterable<string>): void {
    for (const name of names) {
      const field = plan().fields.get(name)
      offers.set(name, field ? offered(formNow(), field, row, contextNow()) : null)
    }
  }

  function statesAnew(): string[] {
    const before = states
    states = statesOf(plan().rules, ({ at }) => held.get(at) === true)
    const differing = new Set<string>()
    for (const kind of ['hidden', 'required', 'readonly'] as const) {
      for (const name of states[kind]) if (!before[kind].has(name)) differing.add(name)
      for (const name of before[kind]) if (!states[kind].has(name)) differing.add(name)
    }
    return [...differing]
  }

  return {
    begin(begun, entered) {
      row = begun
      if (!hasRules()) return row
      const isNew = begun.id === undefined || begun.id === null || begun.id === ''
      untouched = new Set(isNew ? calculatedDefaults(formNow()).filter((name) => !entered.has(name)) : [])
      row = calculate(formNow(), begun, contextNow(), { untouched })
      held = new Map(plan().rules.map((rule) => [rule.at, judge(rule)]))
      statesAnew()
      offers = new Map()
      offersAnew(plan().offers.keys())
      return row
    },
    isCalculated: (name) => untouched.has(name) || alwaysCalculated(formNow()).has(name),
    touch(names) {
      if (untouched.size > 0) for (const name of names) untouched.delete(name)
    },
    change(next, given) {
      const before = next
      row = next
      if (!hasRules())
        return { row, calculated: NOTHING, states: NOTHING, offers: NOTHING, messages: NOTHING }
      row = calculate(formNow(), next, contextNow(), { changed: given, untouched })
      const calculated = row === before ? [] : Object.keys(row).filter((name) => row[name] !== before[name])
      const changed = new Set([...given, ...calculated])
      const reads = ({ reads: names }: { reads: ReadonlySet<string> }) => {
        for (const name of names) if (changed.has(name)) return true
        return false
      }
      let hasTurned = false
      for (const rule of plan().rules) {
        if (!reads(rule)) continue
        const isHeld = judge(rule)
        if (held.get(rule.at) !== isHeld) hasTurned = true
        held.set(rule.at, isHeld)
      }
      const other = [...plan().offers].flatMap(([name, list]) => (list.some(reads) ? [name] : []))
      offersAnew(other)
      return {
        row,
        calculated,
        states: hasTurned ? statesAnew() : NOTHING,
        offers: other,
        messages: plan().messages.flatMap(({ rule, field }) => (reads(rule) ? [field] : [])),
      }
    },
    states: () => states,
    offered: ({ name }) => offers.get(name) ?? null,
    messagesAbout: (name) =>
      hasRules()
        ? plan().messages.flatMap(({ rule, field }) =>
            rule.reads.has(name) && field !== name ? [field] : [],
          )
        : NOTHING,
    problem(name) {
      const field = plan().fields.get(name)
      return field && !states.hidden.has(name) ? ruleProblem(formNow(), field, null, row, contextNow()) : null
    },
  }
}
