import { expect, it } from 'vitest'
import { digitsIn, grouped, numberText } from './grouped.ts'

it.each([
  ['999', '999'],
  ['1000', '1,000'],
  ['-1234567.8901', '-1,234,567.8901'],
  ['12345678901234567890', '12,345,678,901,234,567,890'],
  ['0.5', '0.5'],
  ['1e21', '1e21'],
  ['很多', '很多'],
])('parts the thousands of %s', (text, shown) => {
  expect(grouped(text)).toBe(shown)
})

it('parts them only where they are read, with the digits and the unit that the options ask for', () => {
  expect(numberText(1234.5, { precision: 2, unit: '元', separators: true })).toBe('1,234.50 元')
  expect(numberText(1234.5, { precision: 2, unit: '元' })).toBe('1234.50 元')
  expect(numberText(null, { unit: '元' })).toBe('')
})

it('reads a share as a percentage and an amount with its sign, whatever the number of digits', () => {
  expect(numberText(0.125, { format: 'percent' })).toBe('12.5%')
  expect(numberText('0.07', { format: 'percent', precision: 1 })).toBe('7.0%')
  expect(numberText('0.12345678901234567', { format: 'percent' })).toBe('12.345678901234567%')
  expect(numberText('多', { format: 'percent' })).toBe('多')
  expect(numberText(-1234.5, { format: 'money', separators: true })).toBe('-¥1,234.50')
  expect(numberText(80, { format: 'money', currency: 'US$' })).toBe('US$80.00')
})

it('takes what it wrote back as it was stored', () => {
  for (const stored of ['0.125', '-0.005', '1', '0.0001'])
    expect(digitsIn(numberText(stored, { format: 'percent' }), { format: 'percent' })).toBe(stored)
  expect(digitsIn('15', { format: 'percent' })).toBe('0.15')
  expect(digitsIn('-¥1234.50', { format: 'money' })).toBe('-1234.50')
  expect(digitsIn('12', {})).toBe('12')
})
