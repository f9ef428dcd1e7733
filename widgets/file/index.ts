import { defineWidget, fileNames, filesCodec, lazyPart, paintFiles } from '#renderer/index.ts'
import { ReadFile } from './ReadFile.tsx'

/** Stored files, kept as paths joined by commas. */
export const file = defineWidget({
  kind: 'file',
  codec: filesCodec,
  field: lazyPart(() => import('./FileField.tsx')),
  cell: {
    paint: (td, paths, _options, _text, row) => paintFiles(td, paths, row),
    field: lazyPart(() => import('./FileCellField.tsx')),
  },
  display: fileNames,
  read: ReadFile,
  listWidth: 140,
})
