import { defineWidget, lazyPart, listCodec } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { texts } from '#schemas/text/text.ts'
import { findUsers } from './find-users.ts'

const SelUserField = lazyPart(() => import('./SelUserField.tsx'))
const UserCard = lazyPart(async () => ({ default: (await import('./UserCard.tsx')).UserCard }))

/** Users, stored as comma-separated account names or ids. */
export const selUser = defineWidget({
  kind: 'sel_user',
  codec: listCodec,
  field: SelUserField,
  filter: SelUserField,
  cell: {
    paint: (td, users, _options, text) => {
      td.textContent = (text ?? users.join(',')).replaceAll(',', '，')
    },
    labels: lookupSource,
    entries: texts({ find: findUsers, noun: '人员' }),
  },
  card: { content: UserCard },
  listWidth: 190,
  display: (users, _options, text) => (text ?? users.join(',')).replaceAll(',', '，'),
})
