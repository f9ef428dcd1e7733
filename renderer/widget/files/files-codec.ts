import type { Codec } from '../widget.ts'
import { fileItems } from './file-item.ts'

/** Paths of stored files; what is not touched stays as it was written. */
export const filesCodec: Codec<string[]> = {
  parse: (stored) => fileItems(stored).map(({ path }) => path),
  store: (paths) => (paths.length > 0 ? paths.join(',') : null),
}
