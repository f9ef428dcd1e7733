import { lazy } from 'react'
import { defineWidget } from '#renderer/index.ts'
import { codec } from './codec.ts'

const SelDepartField = lazy(() => import('./SelDepartField.tsx'))

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
  },
  display: (departs, _options, text) => (text ?? departs.join(',')).replaceAll(',', '，'),
})
