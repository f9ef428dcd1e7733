import { defineWidget, lazyPart, listCodec } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { texts } from '#schemas/text/text.ts'

const SelRoleField = lazyPart(() => import('./SelRoleField.tsx'))

/** Roles, stored as comma-separated ids or codes. */
export const selRole = defineWidget({
  kind: 'sel_role',
  codec: listCodec,
  field: SelRoleField,
  filter: SelRoleField,
  cell: {
    paint: (td, chosen, _options, text) => {
      td.textContent = (text ?? chosen.join(',')).replaceAll(',', '，')
    },
    labels: lookupSource,
    entries: texts({ noun: '角色' }),
  },
  listWidth: 160,
  display: (chosen, _options, text) => (text ?? chosen.join(',')).replaceAll(',', '，'),
})
