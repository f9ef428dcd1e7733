import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'scripts/*.{ts,mjs}',
    'tests/**/*.{test,e2e}.{ts,tsx}',
    'tests/speed/**/main.tsx',
    'tests/speed/list/{bare-server.ts,load.mjs}',
    'tests/e2e/grid/vitest.config.ts',
    'tests/e2e/grid/harness/main.tsx',
    'tests/helpers/*.ts',
  ],
  project: ['{schemas,renderer,widgets,src,server,scripts,tests}/**/*.{ts,tsx,mjs}'],
  // Named in words: by the logger; by its program's path.
  ignoreDependencies: ['pino-pretty'],
  // What describes part of an exported function, or a named constant of the specification, may be exported beside its use.
  ignoreExportsUsedInFile: true,
}

export default config
