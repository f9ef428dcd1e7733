import { defineWidget, lazyPart, numberCodec } from '#renderer/index.ts'
import { paintProgress, shareOf } from './paint-progress.ts'
import { ReadProgress } from './ReadProgress.tsx'

/** How much of something is done, 0 to 100. */
export const progress = defineWidget({
  kind: 'progress',
  codec: numberCodec,
  field: lazyPart(() => import('./ProgressField.tsx')),
  cell: {
    paint: paintProgress,
    editor: 'number',
  },
  listWidth: 140,
  display: (value) => (shareOf(value) === null ? String(value ?? '') : `${value}%`),
  read: ReadProgress,
})
