import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNamedLikeCode } from '../schemas/compile/check/file-name.ts'
import type { References } from '../schemas/compile/check-document.ts'
import { soundDict, soundDocument, soundPage } from '../schemas/compile/check-document.ts'
import type { FormDocument } from '../schemas/page/form.ts'
import { readConfig } from '../server/config.ts'
import { ROLES } from '../server/database/first-data/platform-data.ts'
import { KEPT_TABLES, PLATFORM_TABLES } from '../server/database/platform-tables.ts'

/** The project's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DOCUMENT = /\.(form|page|dict|menu)\.json$/

/** A document's file. */
export interface SchemaFile {
  path: string
  text: string
}

/** Folders that the server reads: the project's own and those of the configuration. */
export function documentFolders(): string[] {
  return [join(ROOT, 'schemas/pages'), ...readConfig(process.env, ROOT).schemasDirs]
}

/** All document files of folders, in a fixed order. */
export function documentFiles(folders: readonly string[]): SchemaFile[] {
  return folders.flatMap((folder) => filesBelow(folder, (name) => DOCUMENT.test(name))).map(readSchemaFile)
}

/** Files of a folder and its folders whose name fits. */
export function filesBelow(folder: string, fits: (name: string) => boolean): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fits(name) && !name.split(/[\\/]/).includes('node_modules'))
    .sort()
    .map((name) => join(folder, name))
}

/** Paths as given, relative to where the command was called; a folder stands for what it holds. */
export function givenPaths(args: readonly string[], fits: (name: string) => boolean): string[] {
  const from = process.env.INIT_CWD ?? process.cwd()
  return args.flatMap((arg) => {
    const path = existsSync(arg) ? resolve(arg) : resolve(from, arg)
    if (!existsSync(path)) throw new Error(`找不到文件：${arg}`)
    return statSync(path).isDirectory() ? filesBelow(path, fits) : [path]
  })
}

/** Reads one file. */
export function readSchemaFile(path: string): SchemaFile {
  return { path, text: readFileSync(path, 'utf8') }
}

/** True for a document that ships with the product. */
export function isShipped(path: string): boolean {
  return resolve(path).startsWith(join(ROOT, 'schemas/pages/system'))
}

/** The path as a terminal makes a link of it. */
export function shownPath(path: string): string {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') ? path : short
}

/** What documents may refer to: everything in the folders, and what lies beside the files that are looked at. */
export function referencesOf(files: readonly SchemaFile[]): References {
  const beside = [...new Set(files.map(({ path }) => dirname(path)))].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => DOCUMENT.test(name) || name.endsWith('.report.json'))
      .map((name) => join(folder, name)),
  )
  const known = documentFolders().flatMap((folder) => filesBelow(folder, (name) => name.endsWith('.json')))
  const paths = new Set([...known, ...beside, ...files.map(({ path }) => path)])
  const forms = new Map<string, FormDocument>()
  const dictValues = new Map<string, ReadonlySet<string>>()
  const reports = new Set<string>()
  const unusable = new Set<string>()
  const pages = new Map<string, string>()
  for (const path of paths) {
    const name = basename(path)
    if (name.endsWith('.form.json')) {
      const { document } = soundDocument(readFileSync(path, 'utf8'))
      if (!document) unusable.add(name.slice(0, -'.form.json'.length))
      else if (!forms.has(document.code) || isNamedLikeCode(path, 'form', document.code))
        forms.set(document.code, document)
    } else if (name.endsWith('.dict.json')) {
      const { document } = soundDict(readFileSync(path, 'utf8'))
      const code = document?.code ?? name.slice(0, -'.dict.json'.length)
      if (!dictValues.has(code))
        dictValues.set(code, new Set(document?.items.map(({ value }) => String(value)) ?? []))
    } else if (name.endsWith('.page.json')) {
      const { document } = soundPage(readFileSync(path, 'utf8'))
      if (document) pages.set(document.code, document.left.form)
    } else if (name.endsWith('.report.json')) reports.add(name.slice(0, -'.report.json'.length))
  }
  return {
    forms,
    unusable,
    pages,
    dicts: new Set(dictValues.keys()),
    dictValues,
    reports,
    sources: new Set(Object.keys(PLATFORM_TABLES)),
    tables: KEPT_TABLES,
    roles: { codes: new Set(ROLES.map(({ code }) => code)), whole: false },
  }
}
