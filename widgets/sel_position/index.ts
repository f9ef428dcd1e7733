import { defineWidget, lazyPart, listCodec } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { texts } from '#schemas/text/text.ts'

const SelPositionField = lazyPart(() => import('./SelPositionField.tsx'))

/** Positions, stored as comma-separated ids or codes. */
export const selPosition = defineWidget({
  kind: 'sel_position',
  codec: listCodec,
  field: SelPositionField,
  filter: SelPositionField,
  cell: {
    paint: (td, chosen, _options, text) => {
      td.textContent = (text ?? chosen.join(',')).replaceAll(',', '，')
    },
    labels: lookupSource,
    entries: texts({ noun: '职务' }),
  },
  listWidth: 160,
  display: (chosen, _options, text) => (text ?? chosen.join(',')).replaceAll(',', '，'),
})
