import { defineWidget, lazyPart, numberCodec } from '#renderer/index.ts'
import { digitsIn, numberText } from './grouped.ts'
import { ReadNumber } from './ReadNumber.tsx'

const NumberField = lazyPart(() => import('./NumberField.tsx'))

/** A number; an integer where the property says so. */
export const number = defineWidget({
  kind: 'number',
  codec: numberCodec,
  field: NumberField,
  filter: NumberField,
  cell: {
    paint: (td, value, options) => {
      td.textContent = options.format ? numberText(value, options) : value === null ? '' : String(value)
      td.style.textAlign = 'right'
    },
    // What is read as a percentage is typed as one: the plain editor would show the fraction.
    editor: ({ format }) => (format === 'percent' ? 'field' : 'number'),
    digits: digitsIn,
  },
  display: (value, options) => numberText(value, { ...options, separators: false }),
  total: (value, options) => numberText(value, { separators: true, ...options }),
  read: ReadNumber,
  names: { field: ['integer'], filter: ['integer'], cell: ['inputNumber', 'integer'], display: ['integer'] },
})
