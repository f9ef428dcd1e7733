import type { DocumentRule, FormDocument } from '../../page/form.ts'
import { namesIn, type ReadName } from '../../rules/expression/names.ts'
import { parseExpression } from '../../rules/expression/parse.ts'
import { MAIN } from '../../rules/expression/syntax.ts'
import { fieldsIn } from '../condition-fields.ts'
import { circleIn } from '../rules/dependency-order.ts'
import type { Findings } from './findings.ts'
import type { References } from './references.ts'

/** A field whose value is calculated, with what that reads. */
interface Edge {
  from: string
  to: string[]
  /** Rule and effect in the document that is checked; null for one of another form. */
  place: { at: number; effect: 'value' | 'default'; name: string } | null
}

/**
 * Refuses values that are calculated out of themselves, be it by way of the main record or of sub rows. Told once for each circle, at
 * a rule of this document that closes it; what is calculated there is left out.
 */
export function checkRuleCircle(findings: Findings, document: FormDocument, references: References): void {
  let edges = edgesAround(document, references)
  for (let circle = circleOf(edges); circle; circle = circleOf(edges)) {
    const [first, second] = circle
    const closing = edges.find(
      (edge) => edge.place && circle?.includes(edge.from) && edge.to.some((name) => circle?.includes(name)),
    )
    if (!first || !second || !closing?.place) return
    const { at, effect, name } = closing.place
    findings.error(
      ['rules', at, 'then', effect, name],
      'circle',
      `计算成环：${inWords(circle, closing.from)}，不计算这个字段`,
      {
        repair: () => {
          const then = document.rules?.[at]?.then[effect]
          if (then) delete then[name]
        },
      },
    )
    edges = edges.filter((edge) => edge !== closing)
  }
}

/** The circle beginning with one of its names. */
function inWords(circle: readonly string[], begin: string): string {
  const names = circle.slice(0, -1)
  const at = names.indexOf(begin)
  return [...names.slice(at), ...names.slice(0, at), begin].join(' → ')
}

function circleOf(edges: readonly Edge[]): string[] | null {
  const graph = new Map<string, string[]>()
  for (const { from, to } of edges) graph.set(from, [...(graph.get(from) ?? []), ...to])
  return circleIn(graph)
}

/** The form with its main records and sub tables: own fields are called as they are, those of others with their form before them. */
function edgesAround(document: FormDocument, { forms }: References): Edge[] {
  const named = (code: string, field: string) => (code === document.code ? field : `${code}.${field}`)
  const edges = edgesOf(document, null, named, true)
  for (const { code } of document.subTables ?? []) {
    const sub = forms?.get(code)
    if (sub) edges.push(...edgesOf(sub, document.code, named, false))
  }
  for (const main of forms?.values() ?? []) {
    if (main.code === document.code || !main.subTables?.some(({ code }) => code === document.code)) continue
    edges.push(...edgesOf(main, null, named, false))
    // The document's own rules once more, now that it is known whose rows these are.
    edges.push(...edgesOf(document, main.code, named, true))
  }
  return edges
}

function edgesOf(
  document: FormDocument,
  main: string | null,
  named: (code: string, field: string) => string,
  isOwn: boolean,
): Edge[] {
  const { code } = document
  const name = ({ of, field }: ReadName): string[] => {
    if (of === null) return [named(code, field)]
    if (of !== MAIN) return [named(of, field)]
    return main === null ? [] : [named(main, field)]
  }
  return ((document.rules ?? []) as readonly DocumentRule[]).flatMap((rule, at) => {
    const conditions = conditionNames(rule).flatMap(name)
    return (['value', 'default'] as const).flatMap((effect) =>
      Object.entries(rule.then[effect] ?? {}).map(([field, source]): Edge => {
        const { node } = parseExpression(source)
        return {
          from: named(code, field),
          to: [...conditions, ...(node ? namesIn(node).flatMap(name) : [])],
          place: isOwn ? { at, effect, name: field } : null,
        }
      }),
    )
  })
}

function conditionNames({ if: source }: DocumentRule): ReadName[] {
  if (source === undefined) return []
  if (typeof source !== 'string') return fieldsIn(source).map((field) => ({ of: null, field }))
  const { node } = parseExpression(source)
  return node ? namesIn(node) : []
}
