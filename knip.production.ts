import type { KnipConfig } from 'knip'

/**
 * Code of the product that no part of the product uses but its own tests; each waits for what is named here. A file that
 * is connected leaves the list. Single exports say so themselves: `@waits for …` in their comment.
 */
const WAITING = {
  // The grid that several people fill at once.
  'src/socket/live-rows-socket.ts': 'shared grids',
  // Hand-written pages whose parts depend on rights; documents decide by their own rights.
  'src/kit/Guarded.tsx': 'hand-written pages with buttons of their own rights',
  // Pages that ask other systems through the server.
  'src/api/external-call.ts': 'report and script pages',
}

/** As knip.ts, but tests are no users: what only they import is unused. */
const config: KnipConfig = {
  entry: [
    'src/main.tsx!',
    'server/main.ts!',
    'server/modules/spreadsheet/table-worker.ts!',
    'scripts/*.{ts,mjs}!',
    'scripts/build/*.ts!',
  ],
  project: [
    '{schemas,renderer,widgets,src,server,scripts}/**/*.{ts,tsx,mjs}!',
    '!**/*.test.{ts,tsx}!',
    '!**/fixtures/**!',
  ],
  ignore: Object.keys(WAITING),
  include: ['files', 'exports'],
  tags: ['-waits'],
  ignoreExportsUsedInFile: true,
  vitest: false,
}

export default config
