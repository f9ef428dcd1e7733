import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProjectConfiguration } from 'vitest/config'

/** What a test imports when it works on a real PostgreSQL or starts one. */
const USES_DATABASE = /helpers\/(app|database|form-bench)\.ts'|\/launch\.ts'/
/**
 * What a test calls to put another module in the place of one that modules loaded before may hold already, or to hear of Back before
 * these do.
 */
const NEEDS_OWN_WORLD = /\bvi\.(do)?[mM]ock\(|addEventListener\('popstate'/

/** Test files whose text says that they need something; they say so themselves, so no list has to be kept. */
function testsWith(said: RegExp, folders: readonly string[], ending: string): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending))
      .map((file) => join(folder, file))
      .filter((file) => said.test(readFileSync(file, 'utf8'))),
  )
}

/** A machine of two cores under load is slow; a test waits for states, and its limit only ends a hanging one. */
const LIMITS = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

/** The console is judged after the screen is taken down: the hooks of the first file run last. */
const SCREEN_SETUP = ['tests/helpers/quiet-console.ts', 'tests/helpers/jsdom-setup.ts']

/**
 * The tests by what they need. `logic` and `model` are the quick ones that `npm run check` runs: they draw nothing and
 * need no database. The files of a project share one world of modules, because loading these anew for each costs more
 * than the tests; only those that need one have a world each.
 */
export function testProjects(): TestProjectConfiguration[] {
  const database = testsWith(USES_DATABASE, ['server'], '.test.ts')
  const ownWorld = testsWith(NEEDS_OWN_WORLD, ['renderer', 'widgets', 'src'], '.test.tsx')
  return [
    {
      extends: true,
      test: {
        name: 'logic',
        environment: 'node',
        isolate: false,
        include: ['{schemas,server,scripts,tests/mutants}/**/*.test.ts'],
        exclude: database,
        setupFiles: ['tests/helpers/quiet-console.ts'],
        ...LIMITS,
      },
    },
    {
      extends: true,
      test: {
        name: 'model',
        environment: 'jsdom',
        isolate: false,
        include: ['{renderer,widgets,src}/**/*.test.ts'],
        setupFiles: SCREEN_SETUP,
        ...LIMITS,
      },
    },
    {
      extends: true,
      test: {
        name: 'screens',
        environment: 'jsdom',
        isolate: false,
        include: ['{renderer,widgets,src}/**/*.test.tsx'],
        exclude: ownWorld,
        setupFiles: SCREEN_SETUP,
        ...LIMITS,
      },
    },
    {
      extends: true,
      test: {
        name: 'screens in a world of their own',
        environment: 'jsdom',
        include: ownWorld,
        setupFiles: SCREEN_SETUP,
        ...LIMITS,
      },
    },
    {
      extends: true,
      test: {
        name: 'database',
        environment: 'node',
        isolate: false,
        globalSetup: ['tests/helpers/database-server.ts'],
        setupFiles: ['tests/helpers/quiet-console.ts'],
        include: ['tests/contract/**/*.test.ts', ...database],
        ...LIMITS,
      },
    },
  ]
}
