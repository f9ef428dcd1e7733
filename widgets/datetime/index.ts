import { defineWidget, lazyPart } from '#renderer/index.ts'
import { codec } from './codec.ts'

const DatetimeField = lazyPart(() => import('./DatetimeField.tsx'))

/** A day and a time, to the second. */
export const datetime = defineWidget({
  kind: 'datetime',
  codec,
  field: DatetimeField,
  filter: DatetimeField,
  cell: {
    paint: (td, value) => {
      td.textContent = value ?? ''
    },
  },
  display: (value) => value ?? '',
})
