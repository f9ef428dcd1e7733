import { defineWidget, lazyPart } from '#renderer/index.ts'
import { codec } from './codec.ts'

const TimeField = lazyPart(() => import('./TimeField.tsx'))

/** A time of day. */
export const time = defineWidget({
  kind: 'time',
  codec,
  field: TimeField,
  filter: TimeField,
  cell: {
    paint: (td, value) => {
      td.textContent = value ?? ''
    },
  },
  display: (value) => value ?? '',
})
