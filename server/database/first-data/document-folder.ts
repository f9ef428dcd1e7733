import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { conditionDefinition } from '#schemas/page/condition.ts'
import { type DictDocument, dictDocument } from '#schemas/page/dict.ts'
import { type MenuDocument, menuDocument, menuEntryDefinition } from '#schemas/page/menu.ts'

/** A document file's content and where it lies. */
export interface FolderDocument<T> {
  path: string
  document: T
}

interface Kinds {
  dict: DictDocument
  menu: MenuDocument
}

const SHAPES = {
  dict: dictDocument,
  menu: { ...menuDocument, $defs: { menuEntry: menuEntryDefinition, condition: conditionDefinition } },
}
const validators = new Map<keyof Kinds, ValidateFunction>()

/** Reads the `*.<kind>.json` files of folders in a fixed order; a broken one is told and left out. */
export function readFolderDocuments<K extends keyof Kinds>(
  dirs: readonly string[],
  kind: K,
  warn: (message: string) => void,
): FolderDocument<Kinds[K]>[] {
  const found: FolderDocument<Kinds[K]>[] = []
  const fits = validatorOf(kind)
  for (const path of documentFiles(dirs, [kind])) {
    try {
      const document: unknown = JSON.parse(readFileSync(path, 'utf8'))
      if (fits(document)) found.push({ path, document: document as Kinds[K] })
      else
        warn(`${path}: ${fits.errors?.map((error) => `${error.instancePath} ${error.message}`).join('; ')}`)
    } catch (error) {
      warn(`${path}: ${(error as Error).message}`)
    }
  }
  return found
}

/** Changes whenever a dictionary or menu file of the folders does. */
export function folderState(dirs: readonly string[]): string {
  return documentFiles(dirs, ['dict', 'menu'])
    .map((path) => {
      const { mtimeMs, size } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 }
      return `${path} ${mtimeMs} ${size}`
    })
    .join('\n')
}

function documentFiles(dirs: readonly string[], kinds: readonly (keyof Kinds)[]): string[] {
  return dirs.flatMap((dir) =>
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .sort()
      .filter((name) => kinds.some((kind) => name.endsWith(`.${kind}.json`)))
      .map((name) => join(dir, name)),
  )
}

function validatorOf(kind: keyof Kinds): ValidateFunction {
  const known = validators.get(kind)
  if (known) return known
  const fresh = new Ajv({ strict: false }).compile(SHAPES[kind])
  validators.set(kind, fresh)
  return fresh
}
