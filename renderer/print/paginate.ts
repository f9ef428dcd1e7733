/** What is known of a part of the content before it is put on pages. Heights are in px. */
export interface Measured {
  height: number
  /** The table that it is a row of: its heading stands above the first row on each page. */
  table?: object | undefined
  /** Height of that heading. */
  head?: number
  /** It never stands last on a page, where something follows. */
  withNext?: boolean
}

/** Which of the parts stand on which page, each of which has room for so much. Always at least one page. */
export function paginate(parts: readonly Measured[], room: number): number[][] {
  let page: number[] = []
  const pages = [page]
  let used = 0
  let table: object | undefined
  const cost = (part: Measured, above: object | undefined) =>
    part.height + (part.table && part.table !== above ? (part.head ?? 0) : 0)
  for (const [at, part] of parts.entries()) {
    let needed = cost(part, table)
    let last = part
    for (let next = at + 1; last.withNext && parts[next]; next += 1) {
      const follower = parts[next] as Measured
      needed += cost(follower, last.table)
      last = follower
    }
    if (page.length > 0 && used + needed > room) {
      page = []
      pages.push(page)
      used = 0
      table = undefined
    }
    used += cost(part, table)
    table = part.table
    page.push(at)
  }
  return pages
}
