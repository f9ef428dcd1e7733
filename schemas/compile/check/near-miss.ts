/** The candidate that a mistyped word most likely meant, or null. */
export function nearMiss(word: string, candidates: Iterable<string>): string | null {
  const wanted = simplified(word)
  // A single letter is near to every other one.
  const limit = Math.min(wanted.length - 1, Math.max(1, Math.floor(wanted.length / 3)))
  let best: string | null = null
  let least = limit + 1
  for (const candidate of candidates) {
    if (candidate === word) continue
    const distance = editDistance(wanted, simplified(candidate), least)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

/** The hint for a near miss, as `Problem.suggestion`; undefined when nothing is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const candidate = nearMiss(word, candidates)
  return candidate === null ? undefined : `是否应为 "${candidate}"？`
}

function simplified(word: string): string {
  return word.toLowerCase().replaceAll(/[-_\s]/g, '')
}

/** Insertions, deletions, replacements and swaps of neighbours; gives up at `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit
  let before: number[] = []
  let above = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let row = 1; row <= left.length; row += 1) {
    const line = [row]
    for (let at = 1; at <= right.length; at += 1) {
      const same = left[row - 1] === right[at - 1]
      let least = Math.min(
        (above[at] ?? 0) + 1,
        (line[at - 1] ?? 0) + 1,
        (above[at - 1] ?? 0) + (same ? 0 : 1),
      )
      if (row > 1 && at > 1 && left[row - 1] === right[at - 2] && left[row - 2] === right[at - 1])
        least = Math.min(least, (before[at - 2] ?? 0) + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return above[right.length] ?? limit
}
