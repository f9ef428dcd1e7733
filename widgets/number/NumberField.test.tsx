import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import type { Property } from '#schemas/page/form.ts'
import { benchDocument, renderFields } from '#tests/helpers/widget-bench.tsx'

const RATE: Record<string, Property> = {
  discount: {
    type: 'number',
    title: '折扣',
    view: 'number',
    maximum: 1,
    options: { format: 'percent', precision: 1 },
  },
}

it('types a share as a percentage and stores the fraction, without the errors of binary fractions', async () => {
  const { store, user } = renderFields(RATE, { discount: 0.125 })
  const box = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '折扣' })
  expect(box.value).toBe('12.5')
  await user.clear(box)
  await user.type(box, '7.1')
  await user.tab()
  expect(String(store.row().discount)).toBe('0.071')
})

it('keeps the digits of a percentage in its column, and tells limits as they are read', () => {
  const form = compileForm(benchDocument(RATE))
  expect(form.fields[0]?.column).toMatchObject({ type: 'BigDecimal', scale: 3 })
  const validator = createRowValidator(form)
  const said = (discount: unknown) => validator.validate({ discount })[0]?.message ?? null
  expect(said(0.125)).toBeNull()
  expect(said(1.5)).toBe('折扣不能大于100%')
  expect(said('0.12345')).toBe('折扣最多1位小数')
})
