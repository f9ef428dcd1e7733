import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseJsonText } from '../schemas/compile/check/json-text.ts'
import { problemText } from '../schemas/compile/problem-text.ts'
import { definitionsIn } from '../schemas/import/definitions-in.ts'
import type { ImportNote } from '../schemas/import/import-note.ts'
import type { Translate } from '../schemas/text/sentences.ts'
import { shownPath } from './schema-files.ts'

/** A definition of a file. */
export interface Definition {
  path: string
  json: unknown
  /** Which one of its file, where that holds several. */
  place: string
}

/** The definitions of a file, each with its place as `say` puts it; null when it is no JSON. */
export function definitionsOf(
  path: string,
  say: Translate,
): { definitions: Definition[]; notes: readonly ImportNote[] } | null {
  const json = readJson(path)
  if (json === undefined) return null
  const { definitions, notes } = definitionsIn(json)
  const place = (at: number) => (definitions.length > 1 ? say(`（第 ${at + 1} 个）`) : '')
  return { definitions: definitions.map((one, at) => ({ path, json: one, place: place(at) })), notes }
}

/** Definitions in the folders of the given ones that were not given themselves. */
export function definitionsBeside(given: readonly Definition[], say: Translate): Definition[] {
  const known = new Set(given.map(({ path }) => path))
  const folders = new Set(given.map(({ path }) => dirname(path)))
  return [...folders].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name))
      .filter((path) => !known.has(path) && statSync(path).isFile())
      .flatMap((path) => definitionsOf(path, say)?.definitions ?? []),
  )
}

/** Why a file cannot be read, with line and column as the check tells it. */
export function notJson(path: string, say?: Translate): string {
  const [problem] = parseJsonText(decoded(readFileSync(path))).problems
  return problem
    ? problemText(shownPath(path), problem, say)
    : `${shownPath(path)}: error: ${say ? say('不是有效的 JSON') : '不是有效的 JSON'}`
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(decoded(readFileSync(path)))
  } catch {
    return undefined
  }
}

/** Text of a file: UTF-8, or UTF-16 as editors on Windows write it. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  // JSON begins with a letter of ASCII: a zero beside it is the other half of UTF-16.
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  const label = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8'
  // Byte order marks are taken away by the decoder. What is no UTF-8 was written on a Chinese Windows.
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(label === 'utf-8' ? 'gb18030' : label).decode(bytes)
  }
}
