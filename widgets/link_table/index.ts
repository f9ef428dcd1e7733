import { defineWidget, lazyPart, listCodec } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'

const LinkTableSelectField = lazyPart(() => import('./LinkTableSelectField.tsx'))
const LinkedRecordCard = lazyPart(async () => ({
  default: (await import('./LinkedRecordCard.tsx')).LinkedRecordCard,
}))
const LinkTableField = lazyPart(() => import('./LinkTableField.tsx'))

/** Records of another form. */
export const linkTable = defineWidget({
  kind: 'link_table',
  codec: listCodec,
  field: LinkTableField,
  filter: LinkTableSelectField,
  cell: {
    paint: (td, values, _options, text) => {
      td.textContent = text ?? values.join(',')
    },
    // Cards would cover the rows below.
    field: LinkTableSelectField,
    labels: lookupSource,
  },
  card: {
    content: LinkedRecordCard,
    isOffered: ({ table, isListReadOnly }, whole) => Boolean(table) && (whole || !isListReadOnly),
  },
  listWidth: 160,
  display: (values, _options, text) => text ?? values.join(','),
})
