import { defineConfig } from 'vitest/config'

// Journeys in a real browser against the built application (dist/) and a real database of their own.
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/e2e/server.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One server, one browser at a time: the machine may have two cores only.
    fileParallelism: false,
  },
})
