import { defineConfig } from 'vitest/config'

// The grid alone, on a page of its own: `npx vitest run --config tests/e2e/grid/vitest.config.ts`, no server, no database.
export default defineConfig({
  test: {
    include: ['tests/e2e/grid/*.e2e.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
})
