import { App } from 'antd'
import { useCallback, useMemo } from 'react'
import { fieldStates } from '#schemas/compile/field-states.ts'
import type { Field, Row } from '#schemas/compile/model.ts'
import type { Action } from '../../actions/action.ts'
import { useTellDone } from '../../actions/use-tell-done.tsx'
import { asRequestError } from '../../data/use-request.ts'
import type { PageModel } from '../../model/page-model.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'
import { useTaken } from '../../widget/use-taken.ts'

/** Changes of a few fields of a record that is not opened for it. */
export interface FieldChange {
  /** Whether the user may change these fields of the record; the server judges it again. */
  mayChange(row: Row, fields: readonly Field[]): boolean
  /** Saves the values as any other save does, and says so; false where it was refused. */
  change(row: Row, values: Row, told: string): Promise<boolean>
}

/** How a card that is put elsewhere changes its record. */
export function useFieldChange(
  { form, definition }: PageModel,
  actions: readonly Action[],
  changed: () => void,
): FieldChange {
  const { client, user } = useRenderer()
  const { message } = App.useApp()
  const tellDone = useTellDone()
  const taken = useTaken(form)
  const edit = actions.find(({ code }) => code === 'edit')
  const closed = useMemo(() => new Set([...definition.access.readonly, ...taken]), [definition, taken])

  const mayChange = useCallback(
    (row: Row, fields: readonly Field[]) => {
      if (!edit?.can({ form, records: [row], user })) return false
      const { hidden, readonly } = fieldStates(form, row)
      return fields.every(
        ({ name, inForm, readOnly, system }) =>
          inForm && !readOnly && !system && !closed.has(name) && !hidden.has(name) && !readonly.has(name),
      )
    },
    [edit, form, user, closed],
  )

  const change = useCallback(
    async (row: Row, values: Row, told: string) => {
      let operation: string | null = null
      try {
        await client.save(
          form.code,
          { id: row.id, ...(row._version === undefined ? {} : { _version: row._version }), ...values },
          { onDone: (name) => (operation = name) },
        )
      } catch (caught) {
        const error = asRequestError(caught)
        if (!error.announced) message.error(error.message)
        // What is shown may be older than what others made of it.
        changed()
        return false
      }
      tellDone(form, told, operation, changed)
      changed()
      return true
    },
    [client, form, message, tellDone, changed],
  )
  return useMemo(() => ({ mayChange, change }), [mayChange, change])
}
