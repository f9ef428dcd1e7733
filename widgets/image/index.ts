import { defineWidget, fileNames, filesCodec, lazyPart, paintFiles } from '#renderer/index.ts'
import { ReadImage } from './ReadImage.tsx'

/** Stored images, kept as paths joined by commas. */
export const image = defineWidget({
  kind: 'image',
  codec: filesCodec,
  field: lazyPart(() => import('./ImageField.tsx')),
  cell: {
    paint: (td, paths, _options, _text, row) => paintFiles(td, paths, row),
    field: lazyPart(() => import('./ImageCellField.tsx')),
  },
  display: fileNames,
  read: ReadImage,
  listWidth: 140,
})
