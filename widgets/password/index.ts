import { type Codec, defineWidget, lazyPart } from '#renderer/index.ts'

const PasswordField = lazyPart(() => import('./PasswordField.tsx'))

const codec: Codec<string> = {
  parse: (stored) => (stored === null || stored === undefined ? '' : String(stored)),
  store: (value) => (value === '' ? null : value),
}

/** Shown instead of a secret, whatever its length. */
const MASK = '••••••'

/** A secret text: typed unseen, never shown in lists. */
export const password = defineWidget({
  kind: 'password',
  codec,
  field: PasswordField,
  cell: {
    paint: (td, value) => {
      td.textContent = value === '' ? '' : MASK
    },
    editor: 'none',
  },
  display: (value) => (value === '' ? '' : MASK),
})
