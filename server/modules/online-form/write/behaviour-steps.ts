import type { CompiledForm, RowError } from '#schemas/compile/model.ts'
import { StartError } from '../../../start-error.ts'
import type { Documents } from '../../document/documents.ts'
import type { Behaviour, FormChange, LeavingRow, Step } from './behaviour.ts'
import type { Prepared } from './prepared-row.ts'
import type { RowRefusal } from './unique-values.ts'

/** The steps of all behaviours, in the order of their list. */
export interface BehaviourSteps {
  prepare(drafts: readonly Prepared[], step: Step): Promise<void>
  complete(drafts: readonly Prepared[], step: Step): Promise<void>
  /** The refusals of the first behaviour that has any. */
  check(drafts: readonly Prepared[], step: Step): Promise<readonly RowRefusal[]>
  /** True when somebody wants to see rows of the form before they go. */
  watchesRemoval(form: CompiledForm): boolean
  /** True when the form's records are removed all or none. */
  removesTogether(form: CompiledForm): boolean
  /** True when nodes of the form's tree take those below them along. */
  removesBelow(form: CompiledForm): boolean
  beforeRemove(rows: readonly LeavingRow[], step: Step): Promise<string | null>
  after(changes: readonly FormChange[], step: Step): Promise<readonly RowError[]>
  finish(changes: readonly FormChange[], step: Step): Promise<void>
}

/** Shows each behaviour the rows of its own forms. */
export function behaviourSteps(behaviours: readonly Behaviour[]): BehaviourSteps {
  const belongs = ({ forms }: Behaviour, { code }: CompiledForm) => !forms || forms.includes(code)

  return {
    async prepare(drafts, step) {
      for (const behaviour of behaviours) {
        const own = drafts.filter(({ view }) => belongs(behaviour, view.form))
        if (own.length > 0) await behaviour.prepare?.(own, step)
      }
    },

    async complete(drafts, step) {
      for (const behaviour of behaviours) await behaviour.complete?.(drafts, step)
    },

    async check(drafts, step) {
      for (const behaviour of behaviours) {
        const own = drafts.filter(({ view }) => belongs(behaviour, view.form))
        if (own.length === 0 || !behaviour.check) continue
        const refusals = await behaviour.check(own, step)
        if (refusals.length > 0)
          return refusals.map(({ at, error }) => {
            const draft = own[at]
            return { at: draft ? drafts.indexOf(draft) : at, error: { ...error, ...draft?.place } }
          })
      }
      return []
    },

    watchesRemoval: (form) =>
      behaviours.some((behaviour) => behaviour.beforeRemove && belongs(behaviour, form)),

    removesTogether: (form) =>
      behaviours.some((behaviour) => behaviour.removesTogether && belongs(behaviour, form)),

    removesBelow: (form) =>
      behaviours.some((behaviour) => behaviour.removesBelow && belongs(behaviour, form)),

    async beforeRemove(rows, step) {
      for (const behaviour of behaviours) {
        const own = rows.filter(({ form }) => belongs(behaviour, form))
        const message = own.length > 0 ? await behaviour.beforeRemove?.(own, step) : null
        if (message) return message
      }
      return null
    },

    async after(changes, step) {
      for (const behaviour of behaviours) {
        const own = changes.filter(({ form }) => belongs(behaviour, form))
        const refused = own.length > 0 ? await behaviour.after?.(own, step) : undefined
        if (refused && refused.length > 0) return refused
      }
      return []
    },

    async finish(changes, step) {
      if (changes.length === 0) return
      for (const behaviour of behaviours) await behaviour.finish?.(changes, step)
    },
  }
}

/** A behaviour whose form was renamed would silently do nothing: the start stops instead. */
export function checkBehaviours(behaviours: readonly Behaviour[], documents: Pick<Documents, 'entry'>): void {
  for (const { name, forms = [] } of behaviours)
    for (const code of forms)
      if (documents.entry(code)?.code !== code)
        throw new StartError(`服务端规则“${name}”所属的表单 "${code}" 不存在，请检查 schemas/pages。`)
}
