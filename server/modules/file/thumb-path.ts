/** What small pictures are. */
export const THUMB_TYPE = 'image/webp'

/** Where the small picture of a file lies. */
export function thumbOf(path: string): string {
  return `thumb/${path}.webp`
}

/** The file that a small picture belongs to; null for any other path. */
export function fileOfThumb(path: string): string | null {
  return /^thumb\/(.+)\.webp$/.exec(path)?.[1] ?? null
}
