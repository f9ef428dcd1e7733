import { expect, it } from 'vitest'
import type { RowError } from '#schemas/compile/model.ts'
import { nextError } from './next-error.ts'

it('goes from error to error through the lines, and begins anew behind the last', () => {
  const errors: RowError[] = [7, 2, 11].map((row) => ({ row, field: 'a', message: '' }))
  const next = (from: number) => nextError(errors, ({ row }) => row ?? 0, from)?.row
  expect([-1, 2, 7, 11, 8].map(next)).toEqual([2, 7, 11, 2, 11])
  expect(nextError([], () => 0, 0)).toBeNull()
})
