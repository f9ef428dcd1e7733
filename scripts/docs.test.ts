import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { definitionSchema } from '../schemas/compile/definition-schema.ts'
import { generatedFiles } from './docs.ts'

const files = await generatedFiles()

describe('files made from the code', () => {
  it.each(Object.entries(files))('%s is up to date (else: npm run docs)', (path, text) => {
    expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(text)
  })

  it('shows an example of each keyword of a form document', () => {
    const reference = files['docs/reference/document.md'] ?? ''
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
    const reference = files['docs/reference/document.md'] ?? ''
    const start = reference.indexOf(from)
    const part = reference.slice(start, reference.indexOf(to, start + from.length))
    const rows = part.split('\n').filter((line) => line.startsWith('| `'))
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) expect(row.split(' | ')[3], row).toMatch(/`/)
  })

  it('says of each call that changes something what it takes, in its path, query or body', () => {
    const rows = (files['docs/reference/wire.md'] ?? '').split('\n')
    const silent = rows.flatMap((row) => {
      const [call = '', , takes, result = ''] = row.slice(2).split(' | ')
      const isSilent = /^`(POST|PUT|PATCH|DELETE) [^{:]+`$/.test(call) && takes === '–'
      return isSilent && !result.startsWith('not planned') && result !== '–' ? [call] : []
    })
    // These need to be told nothing.
    expect(silent).toEqual([
      '`PUT /sys/sysAnnouncementSend/readAll`',
      '`POST /sys/annountCement/clearAllUnReadMessage`',
      '`POST /sys/dict/refleshCache`',
      '`POST /sys/guide/putAway`',
      '`POST /sys/logout`',
      '`POST /sys/oidc/begin`',
      '`POST /sys/oidc/end`',
      '`POST /sys/oidc/unlink`',
    ])
  })

  it('names the fields of every record that a call saves', () => {
    const wire = files['docs/reference/wire.md'] ?? ''
    const records = files['docs/reference/records.md'] ?? ''
    const linked = new Set([...wire.matchAll(/records\.md#(\w+)/g)].map(([, code]) => code))
    expect(linked.size).toBeGreaterThan(15)
    for (const code of linked) expect(records).toMatch(new RegExp(`^## ${code}\\n\\n.+\\n\\n\\| Field`, 'm'))
    expect(records).toContain('| `username` | 用户账号 | text | required')
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
