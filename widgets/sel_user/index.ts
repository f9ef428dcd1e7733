import { defineWidget, lazyPart } from '#renderer/index.ts'
import { codec } from './codec.ts'
import { findUsers } from './find-users.ts'

const SelUserField = lazyPart(() => import('./SelUserField.tsx'))

/** Users, stored as comma-separated account names or ids. */
export const selUser = defineWidget({
  kind: 'sel_user',
  codec,
  field: SelUserField,
  filter: SelUserField,
  cell: {
    paint: (td, users, _options, text) => {
      td.textContent = (text ?? users.join(',')).replaceAll(',', '，')
    },
    labels: () => 'sys_user',
    entries: { find: findUsers, several: ({ multiSelect = true }) => multiSelect, noun: '人员' },
  },
  display: (users, _options, text) => (text ?? users.join(',')).replaceAll(',', '，'),
})
