import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { formVariables } from '#schemas/compile/form-variables.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { ALL_VALUE_CASES, CASE_FIELDS, CASE_TARGETS } from '#tests/helpers/rule-cases.ts'
import { createFormStore } from './store.ts'

const user = { id: 'u', username: 'zhang', realname: '张三', orgCode: 'A01' }

/** The same cases as in tests/contract/rules.test.ts, here in the store of a form that somebody fills in. */
describe('a calculated field, while the form is filled in', () => {
  it.each(ALL_VALUE_CASES)('$name', ({ expression, into, gives, with: values = {} }) => {
    const properties = { ...CASE_FIELDS, target: CASE_TARGETS[into] } as unknown as Record<string, Property>
    for (const [name, property] of Object.entries(properties)) property.title ??= name
    const document: FormDocument = {
      kind: 'form',
      code: 'cases',
      title: 'cases',
      schema: { type: 'object', properties },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of documents
      rules: [{ then: { value: { target: expression } } }],
    }
    const store = createFormStore(compileForm(document), {}, { variables: formVariables(user, new Date()) })
    for (const [name, value] of Object.entries(values)) store.set(name, value)
    expect(store.row().target ?? null).toBe(gives)
    expect(store.snapshot('target').readOnly).toBe(true)
  })
})
