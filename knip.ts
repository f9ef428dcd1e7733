import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  entry: [
    'server/main.ts',
    'scripts/*.{ts,mjs}',
    'tests/**/*.{test,e2e}.{ts,tsx}',
    'tests/speed/main.ts',
    'tests/helpers/*.ts',
  ],
  project: ['{schemas,renderer,widgets,src,server,scripts,tests}/**/*.{ts,tsx,mjs}'],
  // Named in words by the logger.
  ignoreDependencies: ['pino-pretty'],
  // A type that describes part of an exported function may be exported beside it.
  ignoreExportsUsedInFile: { interface: true, type: true },
}

export default config
