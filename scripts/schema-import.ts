import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { checkDocument, soundDict, soundDocument } from '../schemas/compile/check-document.ts'
import { problemText } from '../schemas/compile/problem-text.ts'
import { definitionShape } from '../schemas/import/definition-shape.ts'
import { dumpRow, text } from '../schemas/import/dump-row.ts'
import { formCode, isFormDefinition } from '../schemas/import/form-definition.ts'
import type { EarlierDocument } from '../schemas/import/form-relations.ts'
import type { ImportNote } from '../schemas/import/import-note.ts'
import { importDict, isDictDefinition } from '../schemas/import/jeecg-dict.ts'
import { importForm } from '../schemas/import/jeecg-form.ts'
import { importMenu, isMenuDefinition } from '../schemas/import/jeecg-menu.ts'
import type { KnownDicts } from '../schemas/import/known-dicts.ts'
import type { FormDocument } from '../schemas/page/form.ts'
import type { Translate } from '../schemas/text/sentences.ts'
import { type Definition, definitionsBeside, definitionsOf, notJson } from './definition-files.ts'
import { createImportReport, noteLine } from './import-report.ts'
import { createMadeDocuments, type NamedDocument } from './own-code.ts'
import { documentFolders, filesBelow, givenPaths, ROOT, shownPath } from './schema-files.ts'

/** `npm run schema -- import <file…> [--out dir] [--force]`: writes documents and tells what had no place in them; the number of failures. In Chinese without `translate`. */
export function importDefinitions(args: readonly string[], translate?: Translate): number {
  const say: Translate = translate ?? ((sentence) => sentence)
  const { paths, out, force } = readArguments(args)
  let failures = 0
  let files = 0
  let unread = 0
  let stored = 0
  const given: Definition[] = []
  for (const path of new Set(givenPaths(paths, (name) => name.endsWith('.json')))) {
    files += 1
    const read = definitionsOf(path, say)
    if (read === null) {
      console.log(notJson(path, translate))
      unread += 1
      continue
    }
    for (const note of read.notes) console.log(`${shownPath(path)}: ${noteLine(note, translate)}`)
    if (read.definitions.length === 0) {
      console.log(say(`${shownPath(path)}: error: 文件中没有定义`))
      unread += 1
    }
    given.push(...read.definitions)
  }
  const beside = definitionsBeside(given, say)
  const family = [...given, ...beside].filter(({ json }) => isFormDefinition(json))
  const all = [...given, ...family.filter((relative) => isNeeded(relative, given))]
  const surroundings: Surroundings = {
    family: family.map(({ json }) => json),
    formCodes: codesById([...given, ...family]),
    earlier: earlierDocuments(out),
    dicts: knownDicts(
      [...given, ...beside].map(({ json }) => json),
      [...documentFolders(), out],
    ),
  }
  const report = createImportReport(translate)
  const made = createMadeDocuments()
  const targets = new Set<string>()
  const isGiven = new Set(given)
  for (const definition of all) {
    const { path, json, place } = definition
    const { document, notes, kind } = attempt(() => imported(json, surroundings))
    const entry = report.add(
      `${shownPath(path)}${place}${isGiven.has(definition) ? '' : say('（子表，一并导入）')}`,
      notes,
    )
    if (!document) {
      failures += 1
      continue
    }
    const claimed = made.claim(kind, document, `${shownPath(path)}${place}`)
    if ('sameAs' in claimed || 'refusedFor' in claimed) {
      entry.line(
        say(
          'sameAs' in claimed
            ? `未写入：与 ${claimed.sameAs} 的文档相同`
            : `未写入：编码与 ${claimed.refusedFor} 相同`,
        ),
      )
      continue
    }
    if (claimed.note !== null) entry.line(say(claimed.note))
    const target = freeTarget(out, claimed.document, kind, targets)
    const text = documentText(claimed.document, target)
    if (write(target, text, force, (line) => entry.line(say(line)))) stored += 1
    else failures += 1
    for (const problem of checkDocument(readFileSync(target, 'utf8')))
      entry.line(problemText(shownPath(target), problem, translate))
  }
  for (const line of report.lines()) console.log(line)
  const without = unread > 0 ? `（${unread} 个中没有读到定义）` : ''
  const left = all.length > stored ? `，${all.length - stored} 个定义没有写出` : ''
  console.log(say(`${files} 个文件${without}，${all.length} 个定义，写出 ${stored} 个文档${left}`))
  return failures + unread
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
  family: readonly unknown[]
  formCodes: ReadonlyMap<string, string>
  earlier: EarlierDocument
  dicts: KnownDicts
}

/** Dictionaries that are imported along, and those that are there: what a field stores must be able to hold their values. */
function knownDicts(definitions: readonly unknown[], folders: readonly string[]): KnownDicts {
  const documents = [
    ...definitions.filter(isDictDefinition).map((json) => importDict(json).document),
    ...folders
      .filter(existsSync)
      .flatMap((folder) => filesBelow(folder, (name) => name.endsWith('.dict.json')))
      .map((path) => soundDict(readFileSync(path, 'utf8')).document),
  ]
  const dicts = new Map<string, ReadonlyMap<string, string>>()
  for (const document of documents)
    if (document && !dicts.has(document.code))
      dicts.set(document.code, new Map(document.items.map(({ value, text }) => [String(value), text])))
  return dicts
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

function imported(
  json: unknown,
  { family, formCodes, earlier, dicts }: Surroundings,
): { document: NamedDocument | null; notes: readonly ImportNote[]; kind: string } {
  if (isFormDefinition(json)) return { ...importForm(json, family, { earlier, dicts }), kind: 'form' }
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

/** Bytes that a file's name may have, less its ending. */
const MAX_FILE_NAME = 200

function fileName(document: NamedDocument): string {
  const name = (document.code ?? document.id ?? document.title).replaceAll(/[^\p{L}\p{N}_$.-]+/gu, '_')
  let fitting = [...name]
  while (Buffer.byteLength(fitting.join('')) > MAX_FILE_NAME) fitting = fitting.slice(0, -1)
  return fitting.join('')
}

/** A file of the document's own: names that differ only in what no file name may have would be one. */
function freeTarget(out: string, document: NamedDocument, kind: string, taken: Set<string>): string {
  const name = fileName(document)
  let target = join(out, `${name}.${kind}.json`)
  // Some file systems take upper and lower case for the same.
  for (let count = 2; taken.has(target.toLowerCase()); count += 1)
    target = join(out, `${name}_${count}.${kind}.json`)
  taken.add(target.toLowerCase())
  return target
}

function documentText(document: NamedDocument, target: string): string {
  const schema = join(ROOT, 'schemas/definition.schema.json')
  const path = relative(dirname(target), schema).replaceAll('\\', '/')
  // Only inside of the project does a relative path stay true.
  const inProject = !relative(ROOT, target).startsWith('..')
  return `${JSON.stringify(inProject ? { $schema: path, ...document } : document, null, 2)}\n`
}

/** False when the file is there with other content and was not to be replaced. */
function write(target: string, content: string, force: boolean, say: (line: string) => void): boolean {
  if (existsSync(target) && !force && readFileSync(target, 'utf8') !== content) {
    say(`${shownPath(target)} 已存在且内容不同，未覆盖（--force 覆盖）`)
    return false
  }
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, content)
  say(`→ ${shownPath(target)}`)
  return true
}
