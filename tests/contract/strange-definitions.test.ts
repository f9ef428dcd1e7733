import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checkDocument } from '#schemas/compile/check-document.ts'
import { definitionsIn } from '#schemas/import/definitions-in.ts'
import { dumpRows, text } from '#schemas/import/dump-row.ts'
import { importDict } from '#schemas/import/jeecg-dict.ts'
import { importMenu } from '#schemas/import/jeecg-menu.ts'
import type { RawForm } from './strange/definitions.ts'
import { flatMenuRows, strangeDicts, strangeMenus } from './strange/dicts-and-menus.ts'
import { faultsOf } from './strange/faults.ts'
import { type StrangeCase, spoil, strangeForms } from './strange/mutations.ts'
import { createRandom } from './strange/random.ts'

/** Another seed and more definitions look for what has not been found yet. */
const SEED = Number(process.env.STRANGE_SEED ?? 20_261_121)
const FORMS_MADE = Number(process.env.STRANGE_FORMS ?? 150)

function expectNoFaults(cases: readonly StrangeCase[]): void {
  const found = cases.flatMap((one) => {
    try {
      return faultsOf(one).map((fault) => `${one.name}: ${fault}`)
    } catch (error) {
      return [`${one.name}: threw ${error instanceof Error ? error.stack : String(error)}`]
    }
  })
  expect(found).toEqual([])
}

describe('definitions nobody has seen', () => {
  const cases = strangeForms(createRandom(SEED), FORMS_MADE)

  it(
    'become sound documents, and whatever they lose is told',
    () => {
      expect(cases.length).toBeGreaterThan(500)
      expectNoFaults(cases)
    },
    120_000 + FORMS_MADE * 1000,
  )
})

/** Definitions that other people published; they lie beside the project and are not part of it. */
const FORMS = fileURLToPath(new URL('../../../shared/corpus/forms/', import.meta.url))

describe('published definitions that somebody spoilt', () => {
  it.skipIf(!existsSync(FORMS))(
    'become sound documents, and whatever they lose is told',
    () => {
      const random = createRandom(SEED)
      const all = readdirSync(FORMS)
        .sort()
        .map((name): [string, RawForm] => [name, JSON.parse(readFileSync(FORMS + name, 'utf8'))])
      const family = all.map(([, form]) => form)
      expectNoFaults(
        all.map(([name, form]) => {
          const spoilt = structuredClone(form)
          const changes = spoil(spoilt, random, 6)
          // Only what names it or is named by it belongs to it; the rest would only cost time.
          const near = family.filter((one) => one !== form && belong(one, form))
          return { name: `${name}: ${changes}`, family: [spoilt, ...near] }
        }),
      )
    },
    120_000,
  )

  function belong(one: RawForm, other: RawForm): boolean {
    const subs = (form: RawForm) => String(form.head.sub_table_str ?? '').split(',')
    return (
      subs(one).includes(String(other.head.table_name)) || subs(other).includes(String(one.head.table_name))
    )
  }
})

describe('dictionaries and menus nobody has seen', () => {
  const errorsOf = (document: unknown) =>
    checkDocument(JSON.stringify(document)).filter(({ severity }) => severity === 'error')

  it('dictionaries become sound documents, and whatever they lose is told', () => {
    const found = strangeDicts(createRandom(SEED), 100).flatMap(({ name, definition }) => {
      const { document, notes } = importDict(definition)
      if (!document) return notes.length > 0 ? [] : [`${name}: refused without a word`]
      const rows = dumpRows((definition as { sys_dict_item: unknown }).sys_dict_item)
      const kept = new Set(
        document.items.map(({ value, text: shown, color = '' }) => `${value} ${shown} ${color}`),
      )
      const lost = rows.filter((row) => {
        const value = text(row, 'item_value')
        return !kept.has(`${value} ${text(row, 'item_text') || value} ${text(row, 'item_color')}`)
      })
      const told = lost.length === 0 || notes.length > 0
      return [
        ...errorsOf(document).map(({ message }) => `${name}: ${message}`),
        ...(told ? [] : [`${name}: lost`]),
      ]
    })
    expect(found).toEqual([])
  })

  it('menus become sound documents, and whatever they lose is told', () => {
    const found = strangeMenus(createRandom(SEED), 100).flatMap(({ name, definition }) => {
      const { document, notes } = importMenu(definition, new Map([['h_small', 'small']]))
      if (!document) return notes.length > 0 ? [] : [`${name}: refused without a word`]
      const wanted = countOf((definition as { menu: object }).menu)
      const told = notes.length > 0 || countOf(document) === wanted
      return [
        ...errorsOf(document).map(({ message }) => `${name}: ${message}`),
        ...(told ? [] : [`${name}: lost`]),
      ]
    })
    expect(found).toEqual([])
  })

  it('a flat list of menu rows becomes trees, and a circle of parents is opened', () => {
    const { definitions, notes } = definitionsIn(flatMenuRows())
    const documents = definitions.map((one) => importMenu(one).document)
    expect(documents.map((document) => document?.id)).toEqual(['flat0', 'own', 'orphan', 'round1'])
    expect(documents.reduce((sum, document) => sum + countOf(document), 0)).toBe(2004)
    expect(notes.map(({ what }) => what)).toEqual(['菜单“菜单round1”'])
  })

  /** Entries and buttons of a tree. */
  function countOf(entry: unknown): number {
    const { children = [], buttons = [] } = (entry ?? {}) as { children?: unknown[]; buttons?: unknown[] }
    const below = Array.isArray(children) ? children : []
    return 1 + buttons.length + below.reduce((sum: number, child) => sum + countOf(child), 0)
  }
})
