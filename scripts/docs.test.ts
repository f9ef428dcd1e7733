import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { definitionSchema } from '../schemas/compile/definition-schema.ts'
import { generatedFiles } from './docs.ts'

describe('files made from the code', () => {
  it.each(Object.entries(generatedFiles()))('%s is up to date (else: npm run docs)', (path, text) => {
    expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(text)
  })

  it('shows an example of each keyword of a form document', () => {
    const reference = generatedFiles()['docs/reference/document.md'] ?? ''
    const rows = reference
      .split('\n')
      .filter((line) => line.startsWith('| `') && line.split(' | ').length === 4)
    const property = reference
      .slice(reference.indexOf('## Property'), reference.indexOf('### `db`'))
      .split('\n')
    expect(rows.length).toBeGreaterThan(80)
    for (const row of property.filter((line) => line.startsWith('| `')))
      expect(row.split(' | ')[3]).toMatch(/`/)
  })

  it.each([
    ['## Dictionary document', '## Menu document'],
    ['## Menu document', '```json'],
    ['### `sel_tree`', '### `cat_tree`'],
    ['### `link_down`', '### `pca`'],
  ])('shows an example of each keyword below %s', (from, to) => {
    const reference = generatedFiles()['docs/reference/document.md'] ?? ''
    const start = reference.indexOf(from)
    const part = reference.slice(start, reference.indexOf(to, start + from.length))
    const rows = part.split('\n').filter((line) => line.startsWith('| `'))
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) expect(row.split(' | ')[3], row).toMatch(/`/)
  })

  it('draws a red line under an unknown widget, and none under the documents of the project', () => {
    const validate = new Ajv({ strict: false }).compile(definitionSchema())
    const document = JSON.parse(
      readFileSync(new URL('../schemas/pages/expo/expo_exhibition.form.json', import.meta.url), 'utf8'),
    )
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true)
    document.schema.properties.name.view = 'sel_usr'
    expect(validate(document)).toBe(false)
  })
})
