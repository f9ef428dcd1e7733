import { defineConfig } from 'vitest/config'

// Journeys in a real browser against the built application (dist/) and a real database of their own.
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/e2e/server.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two at a time: the machine may have two cores only. The journeys' files do not touch each other's records.
    maxWorkers: 2,
  },
})
