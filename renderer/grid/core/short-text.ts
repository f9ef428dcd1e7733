/** Most characters of a text that a message quotes. */
const QUOTED = 60
/** Most characters that a cell draws or its tooltip says: more than is seen of either. */
const DRAWN = 1000

/** The beginning of a text, where a message names it. */
export const shortText = (text: string): string => cut(text, QUOTED)

/** The beginning of a text, where it is all that can be seen of it. */
export const drawnText = (text: string): string => cut(text, DRAWN)

/** Whether what is drawn of a value may be longer than that; quick, as it is asked of every cell that is painted. */
export function mayBeLong(value: unknown, text: string | null): boolean {
  if (text !== null && text.length > DRAWN) return true
  return typeof value === 'string' ? value.length > DRAWN : typeof value === 'object' && value !== null
}

/** Leaves the beginning of what an element says: a browser takes seconds to lay out a text of a megabyte. */
export function cutDrawnTexts(element: HTMLElement): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as CharacterData
    if (node.length > DRAWN) node.data = drawnText(node.data)
  }
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
