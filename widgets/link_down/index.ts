import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { findChoices } from './find-choices.ts'

const LinkDownField = lazyPart(() => import('./LinkDownField.tsx'))

/** Linked dropdowns: each level narrows the next; every level has a column of its own. */
export const linkDown = defineWidget({
  kind: 'link_down',
  codec: textCodec,
  field: LinkDownField,
  filter: lazyPart(() => import('./LinkDownFilterField.tsx')),
  cell: {
    paint: (td, value, _options, text) => {
      td.textContent = text ?? value
    },
    labels: lookupSource,
    entries: { find: findChoices },
  },
  display: (value, _options, text) => text ?? value,
})
