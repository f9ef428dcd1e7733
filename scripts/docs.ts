import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { definitionSchema } from '../schemas/compile/definition-schema.ts'
import { documentReference } from './document-reference.ts'
import { recordReference } from './record-reference.ts'
import { refusalReference } from './refusal-reference.ts'
import { serverRoutes } from './server-routes.ts'
import { wireReference } from './wire-reference.ts'

/** Files that are made from the code, by path from the project's root. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const routes = await serverRoutes()
  return {
    'schemas/definition.schema.json': `${JSON.stringify(definitionSchema(), null, 2)}\n`,
    'docs/reference/document.md': documentReference(),
    'docs/reference/records.md': await recordReference(routes),
    'docs/reference/refusals.md': refusalReference(),
    'docs/reference/wire.md': wireReference(routes),
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(await generatedFiles())) {
    mkdirSync(dirname(root + path), { recursive: true })
    writeFileSync(root + path, text)
    console.log(path)
  }
}
