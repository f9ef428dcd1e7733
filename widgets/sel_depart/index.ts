import { defineWidget, lazyPart, listCodec } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { texts } from '#schemas/text/text.ts'
import { findDeparts } from './find-departs.ts'

const SelDepartField = lazyPart(() => import('./SelDepartField.tsx'))

/** Departments, stored as comma-separated ids or organisation codes. */
export const selDepart = defineWidget({
  kind: 'sel_depart',
  codec: listCodec,
  field: SelDepartField,
  filter: SelDepartField,
  cell: {
    paint: (td, departs, _options, text) => {
      td.textContent = (text ?? departs.join(',')).replaceAll(',', '，')
    },
    labels: lookupSource,
    entries: texts({ find: findDeparts, noun: '部门' }),
  },
  listWidth: 190,
  display: (departs, _options, text) => (text ?? departs.join(',')).replaceAll(',', '，'),
})
