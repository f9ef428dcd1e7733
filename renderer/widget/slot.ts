import type { ComponentType } from 'react'
import type { Row, ShownField, Stored } from '#schemas/compile/model.ts'

/** What a part of the host is given that draws a value. */
export interface SlotProps {
  field: ShownField
  /** Stored form. */
  value: unknown
  /** The whole record in its stored form. */
  row: Readonly<Row>
  disabled: boolean
  /** Sets the value, and `alsoSet` other fields of the record; does nothing where the value is only read. */
  onChange(value: Stored, alsoSet?: Row): void
}

/** Parts of the host by the name that documents use. */
export type SlotRegistry = Readonly<Record<string, ComponentType<SlotProps>>>
