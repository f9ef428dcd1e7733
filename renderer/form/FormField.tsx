import { Skeleton } from 'antd'
import { memo, Suspense, useCallback, useEffect } from 'react'
import type { Field, Row, Stored } from '#schemas/compile/model.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { useFieldSnapshot, useFormScope } from './store-context.ts'
import { UnknownWidget } from './UnknownWidget.tsx'
import { WidgetBoundary } from './WidgetBoundary.tsx'

/** Label, control and error of one field; renders when its own snapshot changes. */
export const FormField = memo(function FormField({ field }: { field: Field }) {
  const { registry } = useRenderer()
  const { store, disabled, idPrefix, onLeave } = useFormScope()
  const { name } = field
  const state = useFieldSnapshot(store, name)
  const widget = registry.find('field', field.view)
  const id = `${idPrefix}-${name}`

  const handleChange = useCallback(
    (value: unknown, alsoSet?: Row) =>
      store.set(name, widget ? widget.codec.store(value) : (value as Stored), alsoSet),
    [store, name, widget],
  )
  const handleBlur = useCallback(() => {
    store.check(name)
    onLeave?.(name)
  }, [store, name, onLeave])

  const { error } = state
  // Widgets do not know about the message below them; somebody who does not see it hears it with the control.
  useEffect(() => {
    const control = document.getElementById(id)
    if (!control) return
    if (error === null) {
      control.removeAttribute('aria-describedby')
      control.removeAttribute('aria-invalid')
    } else {
      control.setAttribute('aria-describedby', `${id}-help`)
      control.setAttribute('aria-invalid', 'true')
    }
  }, [id, error])

  if (state.hidden) return null
  const locked = disabled || state.readOnly
  const Control = widget?.field
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the keyboard left the control inside
    <div
      className="expo-field"
      data-field={name}
      data-invalid={error !== null || undefined}
      onBlur={handleBlur}
    >
      <label
        className="expo-field-label"
        htmlFor={id}
        data-required={state.required || undefined}
        title={field.title}
      >
        {field.title || name}
      </label>
      <div className="expo-field-control">
        <WidgetBoundary kind={field.view} name={name}>
          {widget && Control ? (
            <Suspense fallback={<Skeleton.Input active block />}>
              <Control
                id={id}
                field={field}
                value={widget.codec.parse(state.value)}
                options={field.options}
                row={store.row()}
                disabled={locked}
                invalid={error !== null}
                onChange={handleChange}
              />
            </Suspense>
          ) : (
            <UnknownWidget
              id={id}
              kind={field.view}
              name={name}
              value={state.value}
              disabled={locked}
              onChange={handleChange}
            />
          )}
        </WidgetBoundary>
        <div className="expo-field-help" role={error ? 'alert' : undefined} id={`${id}-help`}>
          {error ?? field.property.description ?? ''}
        </div>
      </div>
    </div>
  )
})
