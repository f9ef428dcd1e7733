import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseJsonText } from '../schemas/compile/check/json-text.ts'
import { checkDocument, soundDocument } from '../schemas/compile/check-document.ts'
import { problemText } from '../schemas/compile/problem-text.ts'
import { definitionShape } from '../schemas/import/definition-shape.ts'
import { definitionsIn } from '../schemas/import/definitions-in.ts'
import { dumpRow, text } from '../schemas/import/dump-row.ts'
import { formCode, isFormDefinition } from '../schemas/import/form-definition.ts'
import type { EarlierDocument } from '../schemas/import/form-relations.ts'
import type { ImportNote } from '../schemas/import/import-note.ts'
import { importDict, isDictDefinition } from '../schemas/import/jeecg-dict.ts'
import { importForm } from '../schemas/import/jeecg-form.ts'
import { importMenu, isMenuDefinition } from '../schemas/import/jeecg-menu.ts'
import type { FormDocument } from '../schemas/page/form.ts'
import { filesBelow, givenPaths, ROOT, shownPath } from './schema-files.ts'

interface Definition {
  path: string
  json: unknown
  /** Which one of its file, where that holds several. */
  place: string
}

/** `npm run schema -- import <file…> [--out dir] [--force]`: writes documents and tells what had no place in them; the number of failures. */
export function importDefinitions(args: readonly string[]): number {
  const { paths, out, force } = readArguments(args)
  let failures = 0
  let files = 0
  let unread = 0
  let stored = 0
  const given: Definition[] = []
  for (const path of new Set(givenPaths(paths, (name) => name.endsWith('.json')))) {
    files += 1
    const read = definitionsOf(path)
    if (read === null) {
      console.log(notJson(path))
      unread += 1
      continue
    }
    for (const note of read.notes) console.log(`${shownPath(path)}: ${noteLine(note)}`)
    if (read.definitions.length === 0) {
      console.log(`${shownPath(path)}: error: 文件中没有定义`)
      unread += 1
    }
    given.push(...read.definitions)
  }
  const family = relatives(given)
  const all = [...given, ...family.filter((relative) => isNeeded(relative, given))]
  const formCodes = codesById([...given, ...family])
  const earlier = earlierDocuments(out)
  const written = new Map<string, string>()
  const targets = new Set<string>()
  for (const definition of all) {
    const { path, json, place } = definition
    const { document, notes, kind } = attempt(() => imported(json, { family, formCodes, earlier }))
    console.log(`${shownPath(path)}${place}${given.includes(definition) ? '' : '（子表，一并导入）'}`)
    for (const note of notes) console.log(`  ${noteLine(note)}`)
    if (!document) {
      failures += 1
      continue
    }
    const name = `${kind} ${document.code ?? document.id ?? document.title}`
    const first = written.get(name)
    if (first !== undefined) {
      console.log(`  未写入：编码与 ${shownPath(first)} 相同`)
      continue
    }
    written.set(name, `${path}${place}`)
    const target = freeTarget(out, document, kind, targets)
    if (write(target, documentText(document, target), force)) stored += 1
    else failures += 1
    for (const problem of checkDocument(readFileSync(target, 'utf8')))
      console.log(`  ${problemText(shownPath(target), problem)}`)
  }
  const without = unread > 0 ? `（${unread} 个中没有读到定义）` : ''
  const left = all.length > stored ? `，${all.length - stored} 个定义没有写出` : ''
  console.log(`${files} 个文件${without}，${all.length} 个定义，写出 ${stored} 个文档${left}`)
  return failures + unread
}

/** Why a file cannot be read, with line and column as the check tells it. */
function notJson(path: string): string {
  const [problem] = parseJsonText(decoded(readFileSync(path))).problems
  return problem ? problemText(shownPath(path), problem) : `${shownPath(path)}: error: 不是有效的 JSON`
}

function readArguments(args: readonly string[]): { paths: string[]; out: string; force: boolean } {
  const paths: string[] = []
  let out = join(ROOT, 'schemas/pages/imported')
  let force = false
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '--out') {
      at += 1
      const folder = args[at]
      if (!folder) throw new Error('--out 后应为文件夹')
      out = resolve(process.env.INIT_CWD ?? process.cwd(), folder)
    } else if (arg === '--force') force = true
    else paths.push(arg)
  }
  if (paths.length === 0) throw new Error('请给出要导入的文件')
  return { paths, out, force }
}

/** The definitions of a file; null when it is no JSON. */
function definitionsOf(path: string): { definitions: Definition[]; notes: readonly ImportNote[] } | null {
  const json = readJson(path)
  if (json === undefined) return null
  const { definitions, notes } = definitionsIn(json)
  const place = (at: number) => (definitions.length > 1 ? `（第 ${at + 1} 个）` : '')
  return { definitions: definitions.map((one, at) => ({ path, json: one, place: place(at) })), notes }
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

/** Definitions of forms that lie beside the given ones: a main form is told by its sub tables how they belong to it. */
function relatives(given: readonly Definition[]): Definition[] {
  const known = new Set(given.map(({ path }) => path))
  const folders = new Set(
    given
      .filter(({ json }) => isFormDefinition(json) || isMenuDefinition(json))
      .map(({ path }) => dirname(path)),
  )
  const beside = [...folders].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name))
      .filter((path) => !known.has(path) && statSync(path).isFile())
      .flatMap((path) => definitionsOf(path)?.definitions ?? []),
  )
  return [...given, ...beside].filter(({ json }) => isFormDefinition(json))
}

function headOf(json: unknown) {
  return dumpRow(definitionShape(json).head)
}

/** True for a sub table of a given main form that was not given itself. */
function isNeeded(candidate: Definition, given: readonly Definition[]): boolean {
  const table = text(headOf(candidate.json), 'table_name').toLowerCase()
  const isGiven = given.some(
    ({ path, json }) => path === candidate.path || text(headOf(json), 'table_name').toLowerCase() === table,
  )
  const isNamed = given.some(({ json }) =>
    text(headOf(json), 'sub_table_str')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .includes(table),
  )
  return !isGiven && isNamed
}

function codesById(definitions: readonly Definition[]): Map<string, string> {
  const codes = new Map<string, string>()
  for (const { json } of definitions) {
    const code = formCode(json)
    const id = text(headOf(json), 'id')
    if (code && id && !codes.has(id)) codes.set(id, code)
  }
  return codes
}

/** What a definition may refer to. */
interface Surroundings {
  family: readonly Definition[]
  formCodes: ReadonlyMap<string, string>
  earlier: EarlierDocument
}

/** Form documents that the folder held before this run. */
function earlierDocuments(out: string): EarlierDocument {
  const documents = new Map<string, FormDocument>()
  if (existsSync(out))
    for (const path of filesBelow(out, (name) => name.endsWith('.form.json'))) {
      const { document } = soundDocument(readFileSync(path, 'utf8'))
      if (document) documents.set(document.code, document)
    }
  return (code) => documents.get(code) ?? null
}

type AnyDocument = { kind: string; code?: string; id?: string; title: string }

function imported(
  json: unknown,
  { family, formCodes, earlier }: Surroundings,
): { document: AnyDocument | null; notes: readonly ImportNote[]; kind: string } {
  if (isFormDefinition(json))
    return {
      ...importForm(
        json,
        family.map((one) => one.json),
        earlier,
      ),
      kind: 'form',
    }
  if (isDictDefinition(json)) return { ...importDict(json), kind: 'dict' }
  if (isMenuDefinition(json)) return { ...importMenu(json, formCodes), kind: 'menu' }
  const notes = [{ field: null, what: '文件', why: '不是在线表单、字典或菜单的定义' }]
  return { document: null, notes, kind: '' }
}

/** A definition that is too strange even for the importer must not keep the others from being imported. */
function attempt(work: () => ReturnType<typeof imported>): ReturnType<typeof imported> {
  try {
    return work()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { document: null, notes: [{ field: null, what: '定义', why: `无法导入：${why}` }], kind: '' }
  }
}

function noteLine({ field, what, why }: ImportNote): string {
  return `${field === null ? '' : `${field}: `}${what}：${why}`
}

/** Bytes that a file's name may have, less its ending. */
const MAX_FILE_NAME = 200

function fileName(document: AnyDocument): string {
  const name = (document.code ?? document.id ?? document.title).replaceAll(/[^\p{L}\p{N}_$.-]+/gu, '_')
  let fitting = [...name]
  while (Buffer.byteLength(fitting.join('')) > MAX_FILE_NAME) fitting = fitting.slice(0, -1)
  return fitting.join('')
}

/** A file of the document's own: names that differ only in what no file name may have would be one. */
function freeTarget(out: string, document: AnyDocument, kind: string, taken: Set<string>): string {
  const name = fileName(document)
  let target = join(out, `${name}.${kind}.json`)
  // Some file systems take upper and lower case for the same.
  for (let count = 2; taken.has(target.toLowerCase()); count += 1)
    target = join(out, `${name}_${count}.${kind}.json`)
  taken.add(target.toLowerCase())
  return target
}

function documentText(document: AnyDocument, target: string): string {
  const schema = join(ROOT, 'schemas/definition.schema.json')
  const path = relative(dirname(target), schema).replaceAll('\\', '/')
  // Only inside of the project does a relative path stay true.
  const inProject = !relative(ROOT, target).startsWith('..')
  return `${JSON.stringify(inProject ? { $schema: path, ...document } : document, null, 2)}\n`
}

/** False when the file is there with other content and was not to be replaced. */
function write(target: string, content: string, force: boolean): boolean {
  if (existsSync(target) && !force && readFileSync(target, 'utf8') !== content) {
    console.log(`  ${shownPath(target)} 已存在且内容不同，未覆盖（--force 覆盖）`)
    return false
  }
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, content)
  console.log(`  → ${shownPath(target)}`)
  return true
}
