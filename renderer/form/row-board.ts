import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import { rulePlan } from '#schemas/compile/rules/rule-plan.ts'
import type { PageModel } from '../model/page-model.ts'
import { rowsOf } from '../model/rows-of.ts'
import type { FormStore } from './store.ts'

/** The rows of sub tables as they stand now, for the rules of the main record. */
export interface RowBoard {
  rows: NonNullable<RuleContext['rows']>
  /** Takes them when somebody reads them. */
  put(code: string, rows: () => readonly Row[]): void
}

/** Begins with the rows of a record. */
export function createRowBoard(subs: PageModel['subs'], record: Row): RowBoard {
  const forms = new Map<string, CompiledForm>(subs.map(({ sub, form }) => [sub.code, form]))
  const known = new Map<string, () => readonly Row[]>(
    subs.map(({ sub }) => {
      const rows = rowsOf(record[sub.code])
      return [sub.code, () => rows]
    }),
  )
  return {
    rows(code) {
      const form = forms.get(code)
      return form ? { form, rows: known.get(code)?.() ?? [] } : null
    },
    put: (code, rows) => known.set(code, rows),
  }
}

/** Tells of the sub tables whose rules read something of the main record that has changed; answers how to stop. */
export function followMain(
  main: FormStore,
  subs: PageModel['subs'],
  tell: (code: string, keys: ReadonlySet<string>) => void,
): () => void {
  const followers = subs.flatMap(({ sub, form }) => {
    const keys = form.rules.length === 0 ? [] : [...rulePlan(form).mainKeys]
    const names = keys.map((key) => ({ key, name: key.slice(key.indexOf('.') + 1) }))
    return names.length === 0 ? [] : [{ code: sub.code, names }]
  })
  if (followers.length === 0) return () => {}
  let before = main.row()
  return main.subscribeAll(() => {
    const [was, now] = [before, main.row()]
    if (was === now) return
    before = now
    for (const { code, names } of followers) {
      const changed = names.filter(({ name }) => was[name] !== now[name]).map(({ key }) => key)
      if (changed.length > 0) tell(code, new Set(changed))
    }
  })
}
