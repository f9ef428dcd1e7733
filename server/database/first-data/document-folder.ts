import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { fileNameProblem, isNamedLikeCode } from '#schemas/compile/check/file-name.ts'
import { parseJsonText } from '#schemas/compile/check/json-text.ts'
import { repeatedPaths } from '#schemas/compile/check/repeated-paths.ts'
import { haveSameEntries } from '#schemas/compile/check/same-entries.ts'
import { type References, soundDict, soundMenu } from '#schemas/compile/check-document.ts'
import type { Problem } from '#schemas/compile/model.ts'
import { problemText } from '#schemas/compile/problem-text.ts'
import type { DictDocument } from '#schemas/page/dict.ts'
import type { MenuDocument } from '#schemas/page/menu.ts'

/** A document file's content and where it lies. */
export interface FolderDocument<T> {
  path: string
  text: string
  document: T
}

/** The documents of a kind that lie in the folders. */
export interface FolderDocuments<T> {
  sound: readonly FolderDocument<T>[]
  /** Codes (or ids) of files with a mistake: what they made before stays in use. */
  broken: ReadonlySet<string>
}

/** What the folders' dictionaries and menus are judged by, and who is told. */
export interface FolderOptions {
  dirs: readonly string[]
  /** What menus may point to; without it that is not checked. */
  references?: () => References
  warn(message: string): void
}

/** Reads the dictionaries of folders in a fixed order; every mistake is told. */
export function readDictionaries(options: FolderOptions): FolderDocuments<DictDocument> {
  return readFolder(options, 'dict', 'code', soundDict, (document) => document.code, haveSameEntries)
}

/** Reads the menus of folders in a fixed order; every mistake is told. */
export function readMenus(options: FolderOptions): FolderDocuments<MenuDocument> {
  const references = options.references?.() ?? {}
  const menus = readFolder(
    options,
    'menu',
    'id',
    (text) => soundMenu(text, references),
    (document) => document.id ?? null,
    (one, other) => isDeepStrictEqual(contentOf(one), contentOf(other)),
  )
  for (const { path, problem } of repeatedPaths(menus.sound)) options.warn(problemText(path, problem))
  return menus
}

/** Changes whenever a dictionary or menu file of the folders does. */
export function folderState(dirs: readonly string[]): string {
  return [...documentFiles(dirs, 'dict'), ...documentFiles(dirs, 'menu')]
    .map((path) => {
      const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 }
      return `${path} ${mtimeMs} ${size}`
    })
    .join('\n')
}

function readFolder<T>(
  { dirs, warn }: FolderOptions,
  kind: 'dict' | 'menu',
  key: 'code' | 'id',
  read: (text: string) => { document: T | null; problems: readonly Problem[] },
  nameOf: (document: T) => string | null,
  saySame: (one: T, other: T) => boolean,
): FolderDocuments<T> {
  const sound: FolderDocument<T>[] = []
  const broken = new Set<string>()
  const first = new Map<string, { path: string; document: T }>()
  for (const path of inTurn(documentFiles(dirs, kind), kind)) {
    const fromFile = basename(path).slice(0, -`.${kind}.json`.length)
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch (error) {
      // It may have gone between the listing and the reading, or be locked by an editor: the next look tells.
      warn(`${path}: ${error instanceof Error ? error.message : String(error)}`)
      broken.add(fromFile)
      continue
    }
    const { document, problems } = read(text)
    const name = document === null ? null : nameOf(document)
    const misnamed = kind === 'dict' && name !== null ? fileNameProblem(path, kind, name, text) : []
    for (const problem of [...problems, ...misnamed]) warn(problemText(path, problem))
    if (document === null || problems.some(({ severity }) => severity === 'error')) {
      broken.add(fromFile)
      if (name !== null) broken.add(name)
      continue
    }
    const known = name === null ? undefined : first.get(name)
    if (known !== undefined) {
      // A copy of what ships with the product says nothing else.
      if (!saySame(document, known.document))
        warn(problemText(path, repeated(text, key, name ?? '', known.path)))
      continue
    }
    if (name !== null) first.set(name, { path, document })
    sound.push({ path, text, document })
  }
  return { sound, broken }
}

/** Dictionaries that are not named like their code come last: a copy must not take the place of the file that is. */
function inTurn(paths: readonly string[], kind: 'dict' | 'menu'): readonly string[] {
  if (kind === 'menu') return paths
  const isStray = (path: string) => {
    try {
      const json = parseJsonText(readFileSync(path, 'utf8')).value
      const code = typeof json === 'object' && json !== null && 'code' in json ? json.code : undefined
      return typeof code === 'string' && !isNamedLikeCode(path, kind, code)
    } catch {
      // Told when it is read for its content.
      return false
    }
  }
  const strays = new Set(paths.filter(isStray))
  return [...paths.filter((path) => !strays.has(path)), ...strays]
}

/** A document without the path of its schema, which depends on where it lies. */
function contentOf(document: unknown): unknown {
  return typeof document === 'object' && document !== null ? { ...document, $schema: undefined } : document
}

/** Of several documents with one name the first counts, as it does for forms. */
function repeated(text: string, key: 'code' | 'id', name: string, first: string): Problem {
  return {
    severity: 'error',
    fatal: true,
    code: 'duplicate-code',
    path: `/${key}`,
    message: `${key === 'code' ? '编码' : '标识'} "${name}" 已用于 ${first}，只使用后者`,
    ...parseJsonText(text).locate(`/${key}`, 'value'),
  }
}

function documentFiles(dirs: readonly string[], kind: 'dict' | 'menu'): string[] {
  return dirs.flatMap((dir) =>
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(`.${kind}.json`) && !name.split(/[\\/]/).includes('node_modules'))
      .sort()
      .map((name) => join(dir, name)),
  )
}
