import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importDict } from '#schemas/import/jeecg-dict.ts'
import { importForm } from '#schemas/import/jeecg-form.ts'
import { importMenu } from '#schemas/import/jeecg-menu.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { strangeDicts, strangeMenus } from './strange/dicts-and-menus.ts'
import { strangeForms } from './strange/mutations.ts'
import { createRandom } from './strange/random.ts'
import { renamedFamily } from './strange/renamed.ts'
import { walkForm } from './strange/wire-walk.ts'

/** Another seed and more pages look for what nobody has found yet. */
const SEED = Number(process.env.STRANGE_SEED ?? 20_261_121)
const WALKED = Number(process.env.STRANGE_PAGES ?? 40)
/** Definitions that once had no page, could not be saved or were not found again. */
const FOUND_BEFORE =
  /^(a form of every kind|a main form|a cycle|foreign keys|a field called like|a field called "(order|constructor|xmin)"|a tree whose (mark|parent is short)|kind "(switch|sel_user|hidden)"|type "(Blob|int)"|titles "\\ud800"|default "\$\{rule|validation "m"|names of main|400 fields|empty fields|every switch 1$)/

let app: TestApp
let folder: string
let token = ''
const walks: { name: string; documents: FormDocument[] }[] = []
const items: { code: string; count: number }[] = []
const entries: string[] = []

beforeAll(async () => {
  const random = createRandom(SEED)
  const all = strangeForms(random, 100)
  const first = all.filter(({ name }) => FOUND_BEFORE.test(name))
  const others = all.filter(({ name }) => !FOUND_BEFORE.test(name))
  folder = await mkdtemp(join(tmpdir(), 'strange-'))
  while (walks.length < WALKED) {
    const one = first.shift() ?? others.splice(random.below(others.length), 1)[0]
    if (!one) break
    const family = renamedFamily(one.family, `strange${walks.length}`)
    const documents = family.flatMap((definition) => importForm(definition, family).document ?? [])
    if (documents.length > 0) walks.push({ name: one.name, documents })
  }
  const write = (name: string, document: object) => writeFile(join(folder, name), JSON.stringify(document))
  for (const { documents } of walks)
    for (const document of documents) await write(`${document.code}.form.json`, document)
  for (const [at, { definition }] of strangeDicts(random, 0).entries()) {
    const { document } = importDict(definition)
    if (!document || items.some(({ code }) => code === document.code)) continue
    const offered = document.items.filter(({ disabled }) => !disabled).length
    items.push({ code: document.code, count: offered })
    await write(`${at}.dict.json`, document)
  }
  for (const [at, { definition }] of strangeMenus(random, 0).entries()) {
    const { document } = importMenu(definition)
    if (!document?.id || entries.includes(document.id)) continue
    entries.push(document.id)
    await write(`${at}.menu.json`, document)
  }
  const warned: string[] = []
  const warn = (message: string) => warned.push(message)
  app = await createTestApp({ exampleData: false, dirs: ['schemas/pages/system', folder], warn })
  expect(warned.filter((line) => / error /.test(line))).toEqual([])
  token = await app.signIn('admin')
}, 120_000)

afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('pages of definitions nobody has seen', () => {
  it('have their tables, and are listed, filled in, changed, searched, sorted and deleted without an error', async () => {
    const found: string[] = []
    for (const { name, documents } of walks) {
      const known = documents.flatMap(({ code }) => app.documents.entry(code) ?? [])
      for (const entry of known)
        if (!entry.synced)
          found.push(`${name}: ${entry.code} has no table: ${JSON.stringify(entry.problems)}`)
      const [form, ...subs] = known.flatMap((entry) => entry.form ?? [])
      if (!form) found.push(`${name}: no page`)
      else found.push(...(await walkForm(app, token, form, subs)).map((fault) => `${name}: ${fault}`))
    }
    expect(found).toEqual([])
    expect(app.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
  }, 180_000)

  it('have the dictionaries and menus that came with them', async () => {
    const found: string[] = []
    for (const { code, count } of items) {
      const answer = await app.call(token, 'GET', `/sys/dict/getDictItems/${encodeURIComponent(code)}`)
      if (answer.body?.result?.length !== count)
        found.push(`${code.slice(0, 30)}: ${answer.text.slice(0, 200)}`)
    }
    const menus = await app.call(token, 'GET', '/sys/permission/getUserPermissionByToken')
    expect(menus.status).toBe(200)
    for (const id of entries) if (!menus.text.includes(JSON.stringify(id))) found.push(`menu ${id}`)
    expect(found).toEqual([])
  })
})
