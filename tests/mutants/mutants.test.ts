import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileMutants } from './compile-mutants.ts'
import { conditionMutants } from './condition-mutants.ts'
import { mutated } from './mutant.ts'
import { permissionMutants } from './permission-mutants.ts'

// The mistakes are tried by `npm run mutants` alone; a change of the source that takes a mistake its place is said at once.
it.each([compileMutants, permissionMutants, conditionMutants])(
  'each mistake of $name has its place in the source',
  ({ mutants }) => {
    expect(mutants.length).toBeGreaterThanOrEqual(20)
    for (const mutant of mutants) {
      const source = readFileSync(mutant.file, 'utf8')
      expect(mutated(source, mutant)).not.toBe(source)
    }
  },
)
