import { type Codec, defineWidget, lazyPart } from '#renderer/index.ts'
import { onOffOptions } from '#schemas/widget/on-off.ts'

const SwitchField = lazyPart(() => import('./SwitchField.tsx'))

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
    paint: (td, value, options) => {
      const [on, off] = onOffOptions(options)
      const place = [on, off].findIndex((one) => String(one.value) === String(value ?? off.value))
      td.textContent = ['☑', '☐'][place] ?? String(value)
      td.style.textAlign = 'center'
    },
    editor: 'checkbox',
  },
  display: (value, options, text) => {
    if (text !== null) return text
    if (value === null) return ''
    return onOffOptions(options).find((one) => String(one.value) === String(value))?.text ?? String(value)
  },
})
