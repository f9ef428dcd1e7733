import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import { ReadCron } from './ReadCron.tsx'

/** A schedule in Quartz' words. */
export const cron = defineWidget({
  kind: 'cron',
  codec: textCodec,
  field: lazyPart(() => import('./CronField.tsx')),
  cell: {
    paint: (td, value) => {
      td.textContent = value
    },
    editor: 'text',
  },
  display: (value) => value,
  read: ReadCron,
})
