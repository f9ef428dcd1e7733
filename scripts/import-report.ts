import type { ImportNote } from '../schemas/import/import-note.ts'
import type { Translate } from '../schemas/text/sentences.ts'

/** A note that more definitions than this have is told once, with their number. */
const MOST_TIMES = 3
/** Examples of such a note. */
const EXAMPLES = 3

interface Entry {
  title: string
  notes: readonly ImportNote[]
  /** What became of the definition. */
  results: string[]
}

/** What is said of an import: each definition with its own notes, and what many have in common once. */
export interface ImportReport {
  /** Begins a definition; further lines are added to what it returns. */
  add(title: string, notes: readonly ImportNote[]): { line(text: string): void }
  lines(): string[]
}

/** An empty report; in Chinese without `say`. */
export function createImportReport(say?: Translate): ImportReport {
  const entries: Entry[] = []
  return {
    add(title, notes) {
      const entry: Entry = { title, notes, results: [] }
      entries.push(entry)
      return { line: (text) => entry.results.push(text) }
    },
    lines() {
      const places = new Map<string, string[]>()
      for (const { title, notes } of entries)
        for (const note of notes) {
          const known = places.get(wordsOf(note, say)) ?? []
          known.push(note.field === null ? title : `${title} ${note.field}`)
          places.set(wordsOf(note, say), known)
        }
      const isCommon = (note: ImportNote) => (places.get(wordsOf(note, say))?.length ?? 0) > MOST_TIMES
      const common = [...places]
        .filter(([, where]) => where.length > MOST_TIMES)
        .sort(([, left], [, right]) => right.length - left.length)
      return [
        ...entries.flatMap(({ title, notes, results }) => [
          title,
          ...notes.filter((note) => !isCommon(note)).map((note) => `  ${noteLine(note, say)}`),
          ...results.map((line) => `  ${line}`),
        ]),
        ...common.map(([words, where]) => commonLine(words, where, say)),
      ]
    },
  }
}

/** A note as a line; in Chinese without `say`. */
export function noteLine(note: ImportNote, say?: Translate): string {
  return `${note.field === null ? '' : `${note.field}: `}${wordsOf(note, say)}`
}

function wordsOf({ what, why }: ImportNote, say: Translate | undefined): string {
  return say ? `${say(what)}: ${say(why)}` : `${what}：${why}`
}

function commonLine(words: string, where: readonly string[], say: Translate | undefined): string {
  const examples = where.slice(0, EXAMPLES)
  if (!say) return `${where.length} 次 ${words}（如 ${examples.join('，')}）`
  return say(`${where.length} 次 ${words}（如 ${examples.join(', ')}）`)
}
