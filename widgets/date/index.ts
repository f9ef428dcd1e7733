import { defineWidget, lazyPart } from '#renderer/index.ts'
import { codec } from './codec.ts'
import { periodText } from './period-text.ts'

const DateField = lazyPart(() => import('./DateField.tsx'))

/** A day, or the first day of a week, month, quarter or year. */
export const date = defineWidget({
  kind: 'date',
  codec,
  field: DateField,
  filter: DateField,
  cell: {
    paint: (td, value, { picker }) => {
      td.textContent = value === null ? '' : periodText(value, picker)
    },
  },
  display: (value, { picker }) => (value === null ? '' : periodText(value, picker)),
})
