/** Characters of one tag. */
const TAG_LENGTH = 2

/** What was typed, with a semicolon behind every second character; semicolons that were typed do not count. */
export function tagsText(typed: string): string {
  const characters = [...typed.replaceAll(';', '')]
  const tags: string[] = []
  for (let at = 0; at < characters.length; at += TAG_LENGTH)
    tags.push(characters.slice(at, at + TAG_LENGTH).join(''))
  return tags.join(';')
}

/** The tags of a stored text. */
export function tagsOf(stored: string): string[] {
  return stored.split(';').filter((tag) => tag !== '')
}

/** Where the caret stands in the text that `tagsText` made, when it stood behind `before` while it was typed. */
export function caretBehind(before: string, text: string): number {
  let left = before.replaceAll(';', '').length
  let at = 0
  while (left > 0 && at < text.length) if (text[at++] !== ';') left--
  return at
}
