import { lazy } from 'react'
import { type Codec, defineWidget } from '#renderer/index.ts'

const LinkDownField = lazy(() => import('./LinkDownField.tsx'))

const codec: Codec<string> = {
  parse: (stored) => (stored === null || stored === undefined ? '' : String(stored)),
  store: (value) => (value === '' ? null : value),
}

/** Linked dropdowns: each level narrows the next; every level has a column of its own. */
export const linkDown = defineWidget({
  kind: 'link_down',
  codec,
  field: LinkDownField,
  display: (value, _options, text) => text ?? value,
})
