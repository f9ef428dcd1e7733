import { App, Button, Drawer } from 'antd'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { isSameValue } from '#schemas/compile/rules/field-values.ts'
import { t } from '#schemas/text/text.ts'
import type { FieldSession } from '../grid/core/features/field-session.types.ts'
import type { RowSheetProps } from '../grid/sub-table/cards/row-sheet.types.ts'
import { enteredDefaults } from '../grid/sub-table/complete-row.ts'
import { askToDiscard } from '../kit/ask-to-discard.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { focusField } from './focus-field.ts'
import { RenderForm } from './RenderForm.tsx'
import { rowForm } from './row-form.ts'
import { createFormStore, type FormStore } from './store.ts'

/** The form of one row, from below. What is entered goes to the grid in one step, once nothing in it is wrong. */
export function RowSheet({ controller, session, form, columns, context }: RowSheetProps) {
  const { modal } = App.useApp()
  const { host } = controller
  const body = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => rowForm(form, columns), [form, columns])
  const [place] = useState(() => controller.sight.rows().findIndex(({ values }) => values === session.values))
  const [isNew] = useState(() => host.isBlank(place))
  const [store] = useState(() => openStore({ controller, session, form: shown, columns, context, place }))
  useEffect(() => keepDraft(store, session), [store, session])
  const mayChange = host.mayChange(place)

  const cancel = (): void => {
    controller.endField(false, 'stay')
    // It was added for nothing.
    if (isNew) host.onTakeBack(place)
  }
  const handleClose = (): void => {
    if (mayChange && store.isDirty()) askToDiscard(modal, cancel)
    else cancel()
  }
  const handleOk = (): void => {
    const [first] = store.validate()
    if (!first) controller.endField(true, 'stay')
    else if (body.current) focusField(body.current, store.placeOf(first.field))
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || (event.key.toLowerCase() !== 's' && event.key !== 'Enter'))
      return
    // Else the form around would be saved without it.
    event.preventDefault()
    event.stopPropagation()
    if (mayChange) handleOk()
  }
  const handleOpen = (isOpen: boolean): void => {
    const { name } = session.column
    if (isOpen && body.current && host.errorOf(place, name) !== null) focusField(body.current, name)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the whole sheet, besides its buttons
    <div onKeyDown={handleKeyDown}>
      <FocusReturn />
      <Drawer
        open
        placement="bottom"
        size="min(720px, 92dvh)"
        title={t('{title}：第 {row} 行', { title: form.title, row: host.numberOf(place) })}
        mask={{ closable: false }}
        onClose={handleClose}
        afterOpenChange={handleOpen}
        footer={
          <div className="sub-sheet-footer">
            <Button onClick={handleClose}>{mayChange ? t('取消') : t('关闭')}</Button>
            {mayChange && (
              <Button type="primary" onClick={handleOk}>
                {t('确定')}
              </Button>
            )}
          </div>
        }
      >
        <div ref={body}>
          <RenderForm store={store} form={shown} disabled={!mayChange} />
        </div>
      </Drawer>
    </div>
  )
}

function openStore({
  controller,
  session,
  form,
  columns,
  context,
  place,
}: RowSheetProps & { place: number }): FormStore {
  const { host } = controller
  const around = context()
  const store = createFormStore(form, session.values, {
    variables: around.variables,
    main: () => context().main ?? null,
    readOnlyFields: columns.filter(({ readOnly }) => readOnly).map(({ name }) => name),
    entered: enteredDefaults(form, session.values, around),
  })
  for (const { name } of host.columns()) {
    const error = host.errorOf(place, name)
    if (error !== null) store.setError(name, error)
  }
  return store
}

/** The session of the grid holds what differs: whoever reads the grid meanwhile finds it there. */
function keepDraft(store: FormStore, { values, draft }: FieldSession): () => void {
  const fields = new Map(store.form.fields.map((field) => [field.name, field]))
  return store.subscribeAll(() => {
    draft.clear()
    for (const [name, value] of Object.entries(store.row())) {
      const field = fields.get(name)
      if (value !== values[name] && !(field && isSameValue(field, value, values[name])))
        draft.set(name, value)
    }
  })
}
