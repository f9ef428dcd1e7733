/** The text with the wildcards of LIKE made plain characters: what a user typed matches itself. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
}

/** The pattern of LIKE for texts that hold this one. */
export function containing(text: string): string {
  return `%${escapeLike(text)}%`
}
