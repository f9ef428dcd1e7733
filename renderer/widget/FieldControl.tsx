import { useEffect } from 'react'
import { fieldHint } from '#schemas/compile/field-hint.ts'
import './field-control.css'
import { UnknownWidget } from './UnknownWidget.tsx'
import { WidgetControl, type WidgetControlProps } from './WidgetControl.tsx'

interface Props extends Omit<WidgetControlProps, 'invalid'> {
  /** What is wrong with the value. */
  error?: string | null
  /** As the document says, unless a rule decides otherwise. */
  required?: boolean
  /** The keyboard left the field. */
  onBlur?(): void
}

/** Label, control and error of one field, whoever keeps its value. */
export function FieldControl({ error = null, required, onBlur, ...control }: Props) {
  const { id, field } = control
  const said = error ?? fieldHint(field)
  // Widgets do not know about the text below them; somebody who does not see it hears it with the control.
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element) return
    if (said === '') element.removeAttribute('aria-describedby')
    else element.setAttribute('aria-describedby', `${id}-help`)
    if (error === null) element.removeAttribute('aria-invalid')
    else element.setAttribute('aria-invalid', 'true')
  }, [id, said, error])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the keyboard left the control inside
    <div
      className="expo-field"
      data-field={field.name}
      data-invalid={error !== null || undefined}
      onBlur={onBlur}
    >
      <label
        className="expo-field-label"
        htmlFor={id}
        data-required={(required ?? field.required) || undefined}
        title={field.title}
      >
        {field.title || field.name}
      </label>
      <div className="expo-field-control">
        <WidgetControl surface="field" fallback={UnknownWidget} invalid={error !== null} {...control} />
        <div className="expo-field-help" role={error ? 'alert' : undefined} id={`${id}-help`}>
          {said}
        </div>
      </div>
    </div>
  )
}
