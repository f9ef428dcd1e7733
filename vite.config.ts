import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { loadedTogether } from './scripts/build/loaded-together.ts'
import { testProjects } from './tests/projects.ts'

// One file configures the browser build, the server bundle (`vite build --ssr`) and the unit tests.
export default defineConfig(({ isSsrBuild }) => ({
  base: '/',
  plugins: [
    react(),
    loadedTogether(
      {
        'sign-in': ['/src/pages/login/LoginPage.tsx'],
        list: [
          '/src/shell/MainLayout.tsx',
          '/src/pages/schema/SchemaPage.tsx',
          '/src/shell/read-page-ahead.ts',
        ],
      },
      ['@rjsf/core', 'handsontable'],
      {
        packages: ['@codemirror', '@tiptap', 'prosemirror-view'],
        of: [
          '/renderer/kit/editor/',
          '/widgets/umeditor/',
          '/widgets/markdown/',
          '/widgets/code/',
          '/node_modules/@codemirror/',
        ],
      },
    ),
  ],
  build: isSsrBuild
    ? {
        target: 'node20',
        outDir: 'dist/server',
        sourcemap: true,
        rollupOptions: {
          input: {
            main: 'server/main.ts',
            'table-worker': 'server/modules/spreadsheet/table-worker.ts',
          },
        },
      }
    : {
        target: 'es2022',
        outDir: 'dist/web',
        emptyOutDir: true,
        sourcemap: false,
        manifest: true,
        // Every browser that runs es2022 knows modulepreload; the polyfill would be an inline script.
        modulePreload: { polyfill: false },
        // Handsontable is one piece of this size; it is loaded when a grid is shown.
        chunkSizeWarningLimit: 800,
      },
  // Read at each start: hundreds of small files cost a second of it on a busy machine, as parts of one they do not.
  ...(isSsrBuild ? { ssr: { noExternal: ['kysely', 'typebox', 'jsonc-parser', 're2js'] } } : {}),
  server: {
    proxy: {
      [process.env.API_BASE ?? '/jeecg-boot']: {
        target: `http://127.0.0.1:${process.env.PORT ?? 3000}`,
        ws: true,
      },
    },
  },
  test: {
    // One less than the cores, the usual number, would be a single one on a machine of two.
    maxWorkers: '100%',
    projects: testProjects(),
  },
}))
