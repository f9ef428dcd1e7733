import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checkDocument, soundDocument } from '#schemas/compile/check-document.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createTableSql } from '#schemas/compile/ddl.ts'
import { initialRow } from '#schemas/compile/initial-row.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { ownTable } from '#schemas/compile/own-table.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import { wireColumns } from '#schemas/compile/wire/columns.ts'
import { wireFormItem } from '#schemas/compile/wire/form-item.ts'
import { wireQueryInfo } from '#schemas/compile/wire/query-info.ts'
import { importDict } from '#schemas/import/jeecg-dict.ts'
import { importForm } from '#schemas/import/jeecg-form.ts'
import { importMenu } from '#schemas/import/jeecg-menu.ts'

/** Definitions that other people published; they lie beside the project and are not part of it. */
const CORPUS = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))
const FOLDERS = ['forms', 'dicts', 'menus'] as const

function definitions(folder: (typeof FOLDERS)[number]): [string, unknown][] {
  return readdirSync(CORPUS + folder)
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(`${CORPUS}${folder}/${name}`, 'utf8'))])
}

function errorsOf(document: unknown): string[] {
  return checkDocument(JSON.stringify(document))
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message }) => `${path} ${message}`)
}

if (!FOLDERS.every((folder) => existsSync(CORPUS + folder))) {
  describe('definitions of other people', () => {
    it.skip(`are not there (${CORPUS})`, () => undefined)
  })
} else {
  describe('definitions of other people', () => {
    const forms = definitions('forms')
    const family = forms.map(([, json]) => json)
    const compiled = new Map<string, CompiledForm>()
    for (const json of family) {
      const { document } = importForm(json, family)
      if (document && !compiled.has(document.code)) compiled.set(document.code, compileForm(document))
    }

    it.each(forms)('form %s imports, passes the check and compiles', (_name, json) => {
      const { document, notes } = importForm(json, family)
      expect(document, JSON.stringify(notes)).not.toBeNull()
      expect(errorsOf(document)).toEqual([])
      const sound = soundDocument(JSON.stringify(document)).document
      expect(sound).toEqual(document)
      if (!sound) return
      const form = compileForm(sound)
      const fields = (json as { onl_cgform_field: { db_field_name: string }[] }).onl_cgform_field
      // Nothing gets lost: every column of the definition is a field.
      expect(form.fields.map(({ name }) => name)).toEqual(
        expect.arrayContaining(fields.map(({ db_field_name }) => db_field_name.trim().toLowerCase())),
      )
      expect(createTableSql(ownTable(form))).toContain(`create table "${form.tableName}"`)
      expect(wireColumns(form).columns.length).toBe(form.list.columns.length)
      expect(wireQueryInfo(form.list.query).length).toBe(form.list.query.length)
      expect(wireFormItem(form, compiled).schema).toHaveProperty('properties')
      const user = { id: '1', username: 'admin', realname: 'Admin', orgCode: 'A01' }
      const begun = initialRow(form, user, new Date(2026, 0, 1))
      const validator = createRowValidator(form)
      // What a new record begins with is never itself a reason to refuse it.
      const refused = validator
        .validate(begun)
        .filter(({ field }) => begun[field] !== null && begun[field] !== undefined)
      expect(refused).toEqual([])
    })

    it('joins main forms and sub tables', () => {
      const joined = [...compiled.values()].flatMap(({ code, subTables }) =>
        subTables.map((sub) => `${code} → ${sub.code}`),
      )
      expect(joined).toContain('test_order_main → test_order_product')
      for (const form of compiled.values())
        for (const sub of form.subTables)
          expect(compiled.get(sub.code)?.fields.map(({ name }) => name)).toContain(sub.foreignKey)
    })

    it.each(definitions('dicts'))('dictionary %s imports and passes the check', (_name, json) => {
      const { document } = importDict(json)
      expect(document).not.toBeNull()
      expect(errorsOf(document)).toEqual([])
    })

    it.each(definitions('menus'))('menu %s imports and passes the check', (_name, json) => {
      const { document } = importMenu(json)
      expect(document).not.toBeNull()
      expect(errorsOf(document)).toEqual([])
    })
  })
}
