import { defineWidget, lazyPart } from '#renderer/index.ts'
import { codec } from './codec.ts'
import { findDeparts } from './find-departs.ts'

const SelDepartField = lazyPart(() => import('./SelDepartField.tsx'))

/** Departments, stored as comma-separated ids or organisation codes. */
export const selDepart = defineWidget({
  kind: 'sel_depart',
  codec,
  field: SelDepartField,
  filter: SelDepartField,
  cell: {
    paint: (td, departs, _options, text) => {
      td.textContent = (text ?? departs.join(',')).replaceAll(',', '，')
    },
    labels: () => 'sys_depart',
    entries: { find: findDeparts, several: ({ multiSelect = true }) => multiSelect, noun: '部门' },
  },
  display: (departs, _options, text) => (text ?? departs.join(',')).replaceAll(',', '，'),
})
