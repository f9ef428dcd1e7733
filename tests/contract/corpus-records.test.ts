import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { isSystemColumn } from '#schemas/compile/system-columns.ts'
import { importForm } from '#schemas/import/jeecg-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createFormBench, type FormBench, testSession, writeContext } from '#tests/helpers/form-bench.ts'

/** Definitions that other people published; they lie beside the project and are not part of it. */
const FORMS = fileURLToPath(new URL('../../../shared/corpus/forms/', import.meta.url))
/** Texts of which one satisfies whatever a published form asks of a field. */
const CANDIDATES = [
  '甲',
  '13800000000',
  'someone@example.com',
  'https://example.com',
  '123456',
  'abcdef',
  'ABC123',
  '1',
  '12.5',
  '2026-01-02',
  '2026-01-02 03:04:05',
  '03:04:05',
]

const session = testSession()
const context = writeContext(session)

/** A value that the form accepts in the field; undefined when none is found. */
function acceptable(form: CompiledForm, field: Field): unknown {
  const validator = createRowValidator(form)
  const own = Array.isArray(field.dict)
    ? field.dict.map(({ value }) => String(value))
    : // These know their values without a dictionary.
      field.view === 'switch'
      ? [Array.isArray(field.options.values) ? field.options.values[0] : 'Y']
      : field.view === 'pca'
        ? ['110105']
        : []
  const numeric = ['int', 'long', 'double', 'BigDecimal'].includes(field.column.type)
  return [...own, ...(field.property.enum ?? []), ...(numeric ? [1, 12, 123_456] : CANDIDATES)].find(
    (value) => validator.validateField(field.name, value) === null,
  )
}

function editableFields(form: CompiledForm): Field[] {
  return form.fields.filter(
    (field) =>
      !isSystemColumn(field.name) && field.persist && field.inForm && field.name !== form.tree?.parent,
  )
}

function filledRow(form: CompiledForm): Row {
  return Object.fromEntries(
    editableFields(form).flatMap((field) => {
      const value = acceptable(form, field)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

function groups(): [string, FormDocument][][] {
  const definitions = readdirSync(FORMS)
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(FORMS + name, 'utf8'))] as const)
  const family = definitions.map(([, json]) => json)
  // Older versions of a form have the same code: they live in a database of their own.
  const sets: [string, FormDocument][][] = [[], []]
  for (const [name, json] of definitions) {
    const { document } = importForm(json, family)
    if (!document) continue
    const set = sets.find((entries) => !entries.some(([, known]) => known.code === document.code))
    set?.push([name, document])
  }
  return sets
}

if (!existsSync(FORMS)) {
  describe('records of published forms', () => {
    it.skip(`are not there (${FORMS})`, () => undefined)
  })
} else {
  describe.each(groups().map((entries, at) => ({ entries, set: at + 1 })))(
    'records of published forms, set $set',
    ({ entries }) => {
      let bench: FormBench
      beforeAll(async () => {
        bench = await createFormBench(entries.map(([, document]) => document))
      })
      afterAll(async () => bench?.close())

      it.each(entries)(
        '%s has its table; a record is added, listed, changed, found and deleted',
        async (_name, { code }) => {
          const entry = bench.documents.entry(code)
          expect(entry).toMatchObject({ synced: true, outdated: false })
          expect(entry?.problems.filter(({ severity }) => severity === 'error')).toEqual([])
          const form = bench.form(code)
          const row = filledRow(form)
          // A row without values would prove nothing.
          expect(Object.keys(row)).toEqual(editableFields(form).map(({ name }) => name))
          const added = await bench.writer.insert(form, row, context)
          expect(added).toEqual({ saved: true, id: expect.any(String) })
          if (!added.saved) return
          const { id } = added

          const read = bench.reader[form.tree ? 'tree' : 'list']
          const listed = await read(form, session, { pageNo: '1', pageSize: '10' })
          expect(listed.records.map((record) => record.id)).toContain(id)
          const stored = await bench.reader.record(form, session, id)
          for (const [name, value] of Object.entries(row))
            if (!form.fields.find((field) => field.name === name)?.readOnly)
              expect(stored[name], name).toEqual(expect.anything())
            else expect(value).toBeDefined()

          // Every filter and every order of the page, with the value that is there.
          for (const { field } of form.list.query) {
            const value = stored[field.name]
            if (value === null || value === undefined) continue
            const found = await bench.reader.list(form, session, {
              [`${field.name}_MultiString`]: String(value),
              pageSize: '100',
            })
            expect(
              found.records.map((record) => record.id),
              field.name,
            ).toContain(id)
          }
          for (const { field, sortable } of form.list.columns)
            if (sortable && field.persist)
              await bench.reader.list(form, session, { column: field.name, order: 'asc' })

          // What the form sends back: the record as it was read.
          expect(await bench.writer.update(form, stored, context)).toMatchObject({ saved: true })
          const again = await bench.reader.record(form, session, id)
          expect(again).toEqual({
            ...stored,
            _version: 2,
            update_by: again.update_by,
            update_by_dictText: again.update_by_dictText,
            update_time: again.update_time,
          })

          expect(await bench.writer.remove(form, [id], context)).toBe(1)
          await expect(bench.reader.record(form, session, id)).rejects.toMatchObject({ status: 404 })
        },
      )
    },
  )
}
