import { defineWidget, lazyPart, rawTextCodec } from '#renderer/index.ts'
import { periodText } from './period-text.ts'

const DateField = lazyPart(() => import('./DateField.tsx'))

/** A day, or the first day of a week, month, quarter or year. */
export const date = defineWidget({
  kind: 'date',
  codec: rawTextCodec,
  field: DateField,
  filter: DateField,
  cell: {
    paint: (td, value, { picker }) => {
      td.textContent = value === null ? '' : periodText(value, picker)
    },
  },
  listWidth: 135,
  display: (value, { picker }) => (value === null ? '' : periodText(value, picker)),
})
