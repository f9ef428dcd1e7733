import { defineWidget, lazyPart, textCodec } from '#renderer/index.ts'
import type { PcaOptions } from '#schemas/widget/pca.ts'

const PcaField = lazyPart(() => import('./PcaField.tsx'))

/** Province, city and district; the code of the last level is stored. */
export const pca = defineWidget({
  kind: 'pca',
  codec: textCodec,
  field: PcaField,
  filter: PcaField,
  cell: {
    paint: (td, value, _options, text) => {
      td.textContent = text ?? value
    },
    loadTexts: async (codes, { displayLevel }) => {
      const { areaText } = await import('./areas.ts')
      return new Map(codes.map((code) => [code, areaText(code, displayLevel)]))
    },
    entries: {
      find: async (texts, { options }) => {
        const { areasCalled } = await import('./areas.ts')
        return areasCalled(texts, (options as PcaOptions).displayLevel)
      },
    },
  },
  display: (value, _options, text) => text ?? value,
})
