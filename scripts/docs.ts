import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { definitionSchema } from '../schemas/compile/definition-schema.ts'
import { documentReference } from './document-reference.ts'

/** Files that are made from the code, by path from the project's root. */
export function generatedFiles(): Record<string, string> {
  return {
    'schemas/definition.schema.json': `${JSON.stringify(definitionSchema(), null, 2)}\n`,
    'docs/reference/document.md': documentReference(),
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(generatedFiles())) {
    mkdirSync(dirname(root + path), { recursive: true })
    writeFileSync(root + path, text)
    console.log(path)
  }
}
