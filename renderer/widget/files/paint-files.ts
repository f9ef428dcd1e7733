import type { Row } from '#schemas/compile/model.ts'
import { fileAddress, fileName, isPicture, shortName } from './file-name.ts'
import { knownFiles } from './known-files.ts'

/** Files that are drawn in a cell; the others are counted. */
const SHOWN = 3

/** Draws the files of a cell: pictures small, others by name. */
export function paintFiles(td: HTMLElement, paths: readonly string[], row: Readonly<Row>): void {
  const known = knownFiles(row)
  const parts = paths.slice(0, SHOWN).map((path) => {
    const file = known(path)
    const name = fileName(path, file)
    const address = fileAddress(path, file)
    const isShown = address !== undefined && isPicture(path, file)
    const part = document.createElement(isShown ? 'img' : 'span')
    part.className = 'expo-files-cell'
    part.title = name
    if (part instanceof HTMLImageElement) {
      part.src = file?.thumb ?? address ?? ''
      part.alt = name
    } else part.append(fileIcon(), shortName(name))
    return part
  })
  td.append(...parts)
  if (paths.length > SHOWN) td.append(`+${paths.length - SHOWN}`)
}

const SVG = 'http://www.w3.org/2000/svg'

/** A sheet with a folded corner, before the name of a file. */
function fileIcon(): Element {
  const icon = document.createElementNS(SVG, 'svg')
  icon.setAttribute('viewBox', '0 0 16 16')
  icon.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', 'M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3')
  icon.append(path)
  return icon
}
