import { Skeleton } from 'antd'
import { type ComponentType, Suspense, useCallback } from 'react'
import type { Field, Row, Stored } from '#schemas/compile/model.ts'
import { useRenderer } from './renderer-context.tsx'
import { WidgetBoundary } from './WidgetBoundary.tsx'

export interface WidgetControlProps {
  id: string
  field: Field
  /** Stored form. */
  value: unknown
  /** The whole record in its stored form. */
  row: Readonly<Row>
  disabled?: boolean
  invalid?: boolean
  /** Gets the stored form; the same function at each drawing keeps the widget from being drawn for nothing. */
  onChange(value: Stored, alsoSet?: Row): void
}

interface Props extends WidgetControlProps {
  surface: 'field' | 'filter' | 'cell'
  /** Drawn where the kind has no control on this surface. */
  fallback: ComponentType<WidgetControlProps>
}

/** The control of one field as its widget draws it, between stored values; without label and error. */
export function WidgetControl({ surface, fallback: Fallback, ...props }: Props) {
  const { registry } = useRenderer()
  const { id, field, value, row, disabled = false, invalid = false, onChange } = props
  const isCell = surface === 'cell'
  const widget =
    registry.find(surface, field.view) ?? (isCell ? registry.find('field', field.view) : undefined)
  const Control = isCell ? (widget?.cell?.field ?? widget?.field) : widget?.[surface]
  const handleChange = useCallback(
    (next: unknown, alsoSet?: Row) => {
      if (widget) onChange(widget.codec.store(next), alsoSet)
    },
    [widget, onChange],
  )
  return (
    <WidgetBoundary kind={field.view} name={field.name}>
      {widget && Control ? (
        <Suspense fallback={<Skeleton.Input active block />}>
          <Control
            id={id}
            field={field}
            value={widget.codec.parse(value)}
            options={field.options}
            row={row}
            disabled={disabled}
            invalid={invalid}
            onChange={handleChange}
          />
        </Suspense>
      ) : (
        <Fallback {...props} />
      )}
    </WidgetBoundary>
  )
}
