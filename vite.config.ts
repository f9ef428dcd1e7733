import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// One file configures the browser build, the server bundle (`vite build --ssr`) and the unit tests.
export default defineConfig(({ isSsrBuild }) => ({
  base: '/',
  plugins: [react()],
  build: isSsrBuild
    ? { target: 'node20', outDir: 'dist/server', sourcemap: true }
    : { target: 'es2022', outDir: 'dist/web', emptyOutDir: true, sourcemap: false, manifest: true },
  test: {
    include: ['{schemas,renderer,widgets,src,server,scripts,tests/contract}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Browser folders run in jsdom: say so with `// @vitest-environment jsdom` in a file outside them.
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{schemas,server,scripts,tests/contract}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'jsdom',
          include: ['{renderer,widgets,src}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/helpers/jsdom-setup.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
}))
