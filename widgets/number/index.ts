import { defineWidget, lazyPart } from '#renderer/index.ts'
import { codec } from './codec.ts'

const NumberField = lazyPart(() => import('./NumberField.tsx'))

/** A number; an integer where the property says so. */
export const number = defineWidget({
  kind: 'number',
  codec,
  field: NumberField,
  filter: NumberField,
  cell: {
    paint: (td, value) => {
      td.textContent = value === null ? '' : String(value)
      td.style.textAlign = 'right'
    },
    editor: 'number',
  },
  display: (value, { precision, unit }) => {
    if (value === null) return ''
    const text =
      typeof value === 'number' && precision !== undefined ? value.toFixed(precision) : String(value)
    return unit ? `${text} ${unit}` : text
  },
  names: { field: ['integer'], filter: ['integer'], cell: ['inputNumber', 'integer'], display: ['integer'] },
})
