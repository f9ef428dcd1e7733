import { fireEvent, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FITTING_ROW, nameOf, VALUE_RULE_CASES, VALUE_RULE_FIELDS } from '#tests/helpers/value-rule-cases.ts'
import { renderFields } from '#tests/helpers/widget-bench.tsx'

const said = (name: string) =>
  document.querySelector(`[data-field="${name}"][data-invalid] .expo-field-help`)?.textContent ?? null

it('a field says what its named pattern says once it is left, and nothing of a value that fits [validate-02, validate-04, validate-05, validate-06, validate-07, validate-08, validate-09, validate-10, validate-11, validate-12, validate-13, validate-14, validate-15, validate-16, validate-17, validate-18, validate-19, gridval-07, gridval-08]', async () => {
  renderFields({ ...VALUE_RULE_FIELDS }, { ...FITTING_ROW })
  const control = (name: string) =>
    document.querySelector<HTMLInputElement>(`[data-field="${name}"] input, [data-field="${name}"] textarea`)
  await waitFor(() => {
    for (const name of Object.keys(VALUE_RULE_FIELDS)) expect(control(name), name).toBeTruthy()
  })
  VALUE_RULE_CASES.forEach(({ pattern, good, bad, message }, at) => {
    const name = nameOf(at)
    const type = (value: string) => {
      const input = control(name)
      if (!input) throw new Error(`${name} is gone`)
      fireEvent.change(input, { target: { value } })
      fireEvent.blur(input)
    }
    // A required field that is left empty is told of by a save.
    for (const value of bad.filter((one) => one !== '')) {
      type(value)
      expect(said(name), `${pattern} ${value}`).toBe(message)
    }
    for (const value of [...good].reverse()) {
      type(value)
      expect(said(name), `${pattern} ${value}`).toBeNull()
    }
  })
})
