import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { createVitest } from 'vitest/node'
import { compileMutants } from './compile-mutants.ts'
import { conditionMutants } from './condition-mutants.ts'
import { type Mutant, mutated } from './mutant.ts'
import { permissionMutants } from './permission-mutants.ts'

// `npm run mutants`: puts chosen mistakes into the source one after the other, in memory, and runs the tests that have to
// notice them. Fails when fewer than nine of ten are noticed in a part, or when the tests fail without a mistake.

const WANTED = 0.9
let current: Mutant | null = null

/** The tests of a part in a world where one file has the mistake. */
async function openTests(tests: readonly string[]) {
  const vitest = await createVitest(
    'test',
    {
      config: false,
      watch: false,
      reporters: [{}],
      bail: 1,
      isolate: false,
      environment: 'node',
      testTimeout: 120_000,
    },
    {
      plugins: [
        {
          name: 'mutant',
          enforce: 'pre',
          transform: (code, id) =>
            current && id.split('?')[0] === resolve(current.file) ? mutated(code, current) : null,
        },
      ],
    },
  )
  const wanted = new Set(tests.map((file) => resolve(file)))
  const specifications = (await vitest.globTestSpecifications([...tests])).filter(({ moduleId }) =>
    wanted.has(moduleId),
  )
  if (specifications.length !== tests.length)
    throw new Error(`not all of these are tests: ${tests.join(', ')}`)
  return {
    /** True when all tests pass. */
    async pass(mutant: Mutant | null): Promise<boolean> {
      for (const file of [current, mutant]) if (file) vitest.invalidateFile(resolve(file.file))
      current = mutant
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
      return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
    },
    close: () => vitest.close(),
  }
}

const [only] = process.argv.slice(2)
let failed = false
for (const { name, tests, mutants } of [compileMutants, permissionMutants, conditionMutants]) {
  if (only && !name.includes(only)) continue
  // A piece of source that is gone is said before anything is run.
  for (const mutant of mutants) mutated(readFileSync(mutant.file, 'utf8'), mutant)
  const run = await openTests(tests)
  const survived: Mutant[] = []
  try {
    if (!(await run.pass(null))) throw new Error(`${name}: the tests fail without any mistake`)
    for (const mutant of mutants) if (await run.pass(mutant)) survived.push(mutant)
  } finally {
    await run.close()
  }
  const killed = mutants.length - survived.length
  console.log(
    `${name}: ${killed} of ${mutants.length} mistakes noticed (${Math.round((killed / mutants.length) * 100)} %)`,
  )
  for (const { file, from, to } of survived)
    console.log(`  survived ${file}\n    ${from}\n    → ${to || '(nothing)'}`)
  if (killed < mutants.length * WANTED) failed = true
}
process.exit(failed ? 1 : 0)
