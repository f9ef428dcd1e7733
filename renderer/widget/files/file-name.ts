import type { FileDescription } from '#schemas/api/file.ts'

/** Characters of a name that are shown in a list of files; the whole is a tooltip. */
const SHOWN = 5

/** A file's name as lists of files show it. */
export function shortName(name: string): string {
  const characters = [...name]
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}...` : name
}

/** The name of a file: as it was uploaded, else the last part of its path. */
export function fileName(path: string, file: FileDescription | undefined): string {
  return file?.name ?? path.split('/').at(-1) ?? path
}

/** Where a file is read; an address elsewhere is its own path. Undefined for what cannot be resolved. */
export function fileAddress(path: string, file: FileDescription | undefined): string | undefined {
  return file?.url ?? (/^https?:\/\//i.test(path) ? path : undefined)
}

/** True for what can be shown as a picture. */
export function isPicture(path: string, file: FileDescription | undefined): boolean {
  return file ? file.type.startsWith('image/') : /\.(png|jpe?g|gif|webp|bmp)$/i.test(path)
}

/** The pictures among the files that can be resolved, in their order. */
export function pictures(
  paths: readonly string[],
  known: (path: string) => FileDescription | undefined,
): { name: string; src: string }[] {
  return paths.flatMap((path) => {
    const file = known(path)
    const src = fileAddress(path, file)
    return src !== undefined && isPicture(path, file) ? [{ name: fileName(path, file), src }] : []
  })
}

/** The same address, for the file to be stored under its own name. */
export function downloadAddress(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}download=1`
}

/** Names of files on one line, as far as their paths say them. */
export function fileNames(paths: readonly string[]): string {
  return paths.map((path) => fileName(path, undefined)).join('，')
}
