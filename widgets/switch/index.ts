import { type Codec, defineWidget, lazyPart } from '#renderer/index.ts'

const SwitchField = lazyPart(() => import('./SwitchField.tsx'))

/** Stored values for on and off where the document names none. */
export const DEFAULT_VALUES = ['Y', 'N'] as const
const DEFAULT_TEXTS = ['是', '否'] as const

const codec: Codec<string | number | null> = {
  parse: (stored) => (typeof stored === 'string' || typeof stored === 'number' ? stored : null),
  store: (value) => (value === '' ? null : value),
}

/** On or off, stored as one of two values. */
export const switchWidget = defineWidget({
  kind: 'switch',
  codec,
  field: SwitchField,
  filter: lazyPart(() => import('./SwitchFilterField.tsx')),
  cell: {
    paint: (td, value, { values = [...DEFAULT_VALUES] }) => {
      const place = values.findIndex((one) => String(one) === String(value ?? values[1]))
      td.textContent = ['☑', '☐'][place] ?? String(value)
      td.style.textAlign = 'center'
    },
    editor: 'checkbox',
  },
  display: (value, { values = [...DEFAULT_VALUES], texts = [...DEFAULT_TEXTS] }, text) => {
    if (text !== null) return text
    if (value === null) return ''
    const place = values.findIndex((one) => String(one) === String(value))
    return texts[place] ?? String(value)
  },
})
