import { type Codec, defineWidget } from '#renderer/index.ts'
import { HiddenField } from './HiddenField.tsx'

const codec: Codec<string | number | null> = {
  parse: (stored) => (typeof stored === 'string' || typeof stored === 'number' ? stored : null),
  store: (value) => value,
}

/** A value that travels with the record and is not shown. */
export const hidden = defineWidget({
  kind: 'hidden',
  codec,
  field: HiddenField,
  cell: { paint: () => {}, editor: 'none' },
  display: (value) => (value === null ? '' : String(value)),
})
