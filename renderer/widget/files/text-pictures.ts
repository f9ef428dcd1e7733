import type { Row } from '#schemas/compile/model.ts'
import { knownFiles } from './known-files.ts'

const STORED = /sys\/common\/static\/([^?#]+)/

/** What a text keeps of an uploaded picture: its address without the part that works for a short while only. */
export function keptAddress(url: string): string {
  return url.split('?')[0] ?? url
}

/** The addresses of the moment of pictures that a text of the row names. */
export function textPictures(row: Readonly<Row>): (source: string) => string {
  const known = knownFiles(row)
  return (source) => {
    const path = STORED.exec(source)?.[1]
    return (path === undefined ? undefined : known(path)?.url) ?? source
  }
}
