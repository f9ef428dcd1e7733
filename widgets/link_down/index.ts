import { type Codec, defineWidget, lazyPart } from '#renderer/index.ts'
import { findChoices } from './find-choices.ts'

const LinkDownField = lazyPart(() => import('./LinkDownField.tsx'))

const codec: Codec<string> = {
  parse: (stored) => (stored === null || stored === undefined ? '' : String(stored)),
  store: (value) => (value === '' ? null : value),
}

/** Linked dropdowns: each level narrows the next; every level has a column of its own. */
export const linkDown = defineWidget({
  kind: 'link_down',
  codec,
  field: LinkDownField,
  cell: {
    paint: (td, value, _options, text) => {
      td.textContent = text ?? value
    },
    labels: (field) => field.dictKey,
    entries: { find: findChoices },
  },
  display: (value, _options, text) => text ?? value,
})
