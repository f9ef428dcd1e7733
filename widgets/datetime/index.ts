import { defineWidget, lazyPart, rawTextCodec } from '#renderer/index.ts'

const DatetimeField = lazyPart(() => import('./DatetimeField.tsx'))

/** A day and a time, to the second. */
export const datetime = defineWidget({
  kind: 'datetime',
  codec: rawTextCodec,
  field: DatetimeField,
  filter: DatetimeField,
  cell: {
    paint: (td, value) => {
      td.textContent = value ?? ''
    },
  },
  listWidth: 190,
  display: (value) => value ?? '',
})
