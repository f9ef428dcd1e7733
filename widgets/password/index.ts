import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'

const PasswordField = lazyPart(() => import('./PasswordField.tsx'))

/** Shown instead of a secret, whatever its length. */
const MASK = '••••••'

/** A secret text: typed unseen, never shown in lists. */
export const password = defineWidget({
  kind: 'password',
  codec: textCodec,
  field: PasswordField,
  cell: {
    paint: (td, value) => {
      td.textContent = value === '' ? '' : MASK
    },
    editor: 'none',
  },
  display: (value) => (value === '' ? '' : MASK),
})
