import { defineConfig } from 'vitest/config'

// The grid alone, on a page of its own: `npx vitest run --config tests/e2e/grid/vitest.config.ts`, no server, no database.
export default defineConfig({
  test: {
    include: ['tests/e2e/grid/*.e2e.ts'],
    globalSetup: ['tests/e2e/grid/harness-server.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
