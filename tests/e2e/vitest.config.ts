import { defineConfig } from 'vitest/config'

// Journeys in a real browser against the built application (dist/) and a real database of their own.
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/e2e/all-servers.ts'],
    setupFiles: ['tests/e2e/tell-what-was-shown.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One second, the library's own, is little on a machine with much to do.
    expect: { poll: { timeout: 60_000 } },
    // Two at a time: the machine may have two cores only. The journeys' files do not touch each other's records.
    maxWorkers: 2,
  },
})
