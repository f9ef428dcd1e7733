import { expect, it } from 'vitest'
import { maskedParameters } from './masked-parameters.ts'

it('keeps what was asked for and masks what is secret, at any depth [screen-103]', () => {
  const text = maskedParameters(
    {
      name: '张三',
      password: 'p-1',
      more: [{ accessToken: 't-1', note: 'kept' }],
      price: 'hidden-1',
      settings: [{ name: 'mail.password', value: 's-1' }],
      url: 'postgres://user:u-1@host/db',
    },
    new Set(['price']),
  )
  for (const secret of ['p-1', 't-1', 'hidden-1', 's-1', 'u-1']) expect(text).not.toContain(secret)
  expect(JSON.parse(text ?? '')).toMatchObject({ name: '张三', password: '***', more: [{ note: 'kept' }] })
})

it('is short, however large the request was', () => {
  const large = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`f${at}`, 'x'.repeat(5000)]))
  expect(maskedParameters({ rows: Array.from({ length: 1000 }, () => large) })?.length).toBeLessThan(4000)
  expect(maskedParameters({})).toBeNull()
})
