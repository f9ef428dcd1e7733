import { defineWidget, lazyPart, rawTextCodec } from '#renderer/index.ts'

const TimeField = lazyPart(() => import('./TimeField.tsx'))

/** A time of day. */
export const time = defineWidget({
  kind: 'time',
  codec: rawTextCodec,
  field: TimeField,
  filter: TimeField,
  cell: {
    paint: (td, value) => {
      td.textContent = value ?? ''
    },
  },
  display: (value) => value ?? '',
})
