import { fieldsIn } from '#schemas/compile/condition-fields.ts'
import type { DocumentRule, FormDocument } from '#schemas/page/form.ts'
import { namesIn } from '#schemas/rules/expression/names.ts'
import { parseExpression } from '#schemas/rules/expression/parse.ts'

type Seen = (name: string) => boolean
type Then = DocumentRule['then']

/**
 * Rules without the columns that a user may not see. What reads one cannot be judged in the browser and would tell of it, so there the
 * server alone decides; what it calculates cannot be entered either.
 */
export function rulesSeen(
  rules: NonNullable<FormDocument['rules']>,
  seen: Seen,
): NonNullable<FormDocument['rules']> {
  return (rules as readonly DocumentRule[])
    .filter((rule) => conditionFields(rule).every(seen))
    .map((rule) => ({
      ...rule,
      // biome-ignore lint/suspicious/noThenProperty: `then` is the document's keyword
      then: thenSeen(rule.then, seen),
    }))
}

function thenSeen({ require, hide, show, readonly, value, ...rest }: Then, seen: Seen): Then {
  const isKnown = (source: unknown) => typeof source !== 'string' || ownNames(source).every(seen)
  const closed = Object.entries(value ?? {}).flatMap(([name, source]) => (isKnown(source) ? [] : [name]))
  const then: Then = {}
  for (const [effect, names] of Object.entries({ require, hide, show }))
    if (names) then[effect as 'require' | 'hide' | 'show'] = names.filter(seen)
  const locked = [...(readonly ?? []), ...closed].filter(seen)
  if (readonly || locked.length > 0) then.readonly = locked
  const entries = <T>(map: Record<string, T> | undefined, keeps: (source: T) => boolean) =>
    map && Object.fromEntries(Object.entries(map).filter(([name, said]) => seen(name) && keeps(said)))
  if (value) then.value = entries(value, isKnown)
  if (rest.default) then.default = entries(rest.default, isKnown)
  if (rest.options) then.options = entries(rest.options, isKnown)
  if (rest.message) then.message = entries(rest.message, () => true)
  return then
}

function conditionFields({ if: source }: DocumentRule): string[] {
  if (source === undefined) return []
  return typeof source === 'string' ? ownNames(source) : fieldsIn(source)
}

function ownNames(source: string): string[] {
  const { node } = parseExpression(source)
  return node ? namesIn(node).flatMap(({ of, field }) => (of === null ? [field] : [])) : []
}
