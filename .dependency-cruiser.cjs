/** Arrows point one way: schemas ◄ renderer ◄ widgets ◄ src, schemas ◄ server. Each rule says what to do instead. */
const no = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: to },
})

/** Rooms of the app shell, the lowest first. */
const SRC_ROOMS = [
  'text',
  'api',
  'session',
  'socket',
  'kit',
  'menu',
  'notice',
  'panels',
  'slots',
  'pages',
  'shell',
]
/** Rooms of the renderer: `data` is the port, `kit` parts without data, `model` what needs no React, `widget` one value. */
const RENDERER_ROOMS = [
  'data',
  'kit',
  'model',
  'widget',
  'print',
  'actions',
  'grid',
  'query',
  'form',
  'import',
  'list',
  'page',
]
const SCHEMAS_ROOMS = ['text', 'rules', 'page', 'widget', 'compile', 'api', 'import']
/** Rooms of the server; what starts it (app, start, main) stands above them, what all may use (errors, config) below. */
const SERVER_ROOMS = [
  'telemetry',
  'database',
  'permission',
  'operation',
  'http',
  'socket',
  'jobs',
  'widget',
  'modules',
  'wiring',
]
/** The server's modules: each may use those before it. */
const SERVER_MODULES = [
  'external-call',
  'setting',
  'guide',
  'area',
  'second-factor',
  'auth',
  'table-structure',
  'document',
  'text',
  'spreadsheet',
  'online-form',
  'dict',
  'duplicate',
  'online-user',
  'personal',
  'api-key',
  'log',
  'monitor',
  'check-rule',
  'fill-rule',
  'role',
  'data-log',
  'role-index',
  'permission',
  'depart',
  'category',
  'user',
  'agent',
  'tenant',
  'depart-role',
  'announcement',
  'draft',
  'list-view',
  'search',
  'file',
  'job',
  'message',
  'comment',
  'export',
  'import',
  'data-source',
  'gateway-route',
  'backup',
  'rights-undo',
  'history',
  'configuration',
]
/** Rooms of the forms' module; its front door, index.ts, stands above them. */
const ONLINE_FORM_ROOMS = ['sql', 'read', 'write', 'wire']

/** Each room may use those before it, so no two need each other. */
const inOrder = (part, rooms, instead) =>
  rooms
    .slice(0, -1)
    .map((room, at) =>
      no(
        `${part.replaceAll('/', '-')}-${room}-stands-below`,
        `^${part}/${room}/`,
        `^${part}/(${rooms.slice(at + 1).join('|')})/`,
        instead,
      ),
    )

module.exports = {
  forbidden: [
    ...inOrder(
      'src',
      SRC_ROOMS,
      'What both rooms need belongs in the lower one (src/kit for what pages and frame stand on).',
    ),
    ...inOrder(
      'renderer',
      RENDERER_ROOMS,
      'Move what both rooms need into the lower one, or let the caller pass it in.',
    ),
    ...inOrder(
      'schemas',
      SCHEMAS_ROOMS,
      'Move what both rooms need into the lower one, or let the caller pass it in.',
    ),
    ...inOrder(
      'server',
      SERVER_ROOMS,
      'Move what both rooms need into the lower one, or pass it in where server/wiring puts the parts together.',
    ),
    ...inOrder(
      'server/modules',
      SERVER_MODULES,
      'Move what both modules need into the lower one, or pass it in where server/wiring puts the parts together.',
    ),
    ...inOrder(
      'server/modules/online-form',
      ONLINE_FORM_ROOMS,
      'Move what both rooms need into the lower one, or pass it in.',
    ),
    no(
      'server-parts-know-no-entry',
      `^server/(${SERVER_ROOMS.join('|')})/`,
      '^server/(app|start|main)\\.ts$',
      'What starts the server puts its parts together; a part gets what it needs passed in.',
    ),
    no(
      'server-base-stands-below',
      '^server/(?!(app|start|main)\\.ts$)[^/]+\\.ts$',
      `^server/(${SERVER_ROOMS.join('|')})/`,
      'What all parts may use depends on none of them: move it into the room that it is about.',
    ),
    no(
      'online-form-rooms-use-no-front-door',
      '^server/modules/online-form/.+/',
      '^server/modules/online-form/index\\.ts$',
      'Inside of the module, import the file itself.',
    ),
    no(
      'server-has-these-rooms',
      '^server/',
      `^server/(?!(${SERVER_ROOMS.join('|')})/)[^/]+/`,
      'A new room gets its place in SERVER_ROOMS.',
    ),
    no(
      'server-has-these-modules',
      '^server/',
      `^server/modules/(?!(${SERVER_MODULES.join('|')})/)[^/]+/`,
      'A new module gets its place in SERVER_MODULES.',
    ),
    no(
      'renderer-has-these-rooms',
      '^renderer/',
      `^renderer/(?!(${RENDERER_ROOMS.join('|')})/)[^/]+/`,
      'A new room gets its place in RENDERER_ROOMS.',
    ),
    no(
      'src-has-these-rooms',
      '^src/',
      `^src/(?!(${SRC_ROOMS.join('|')})/)[^/]+/`,
      'A new room gets its place in SRC_ROOMS.',
    ),
    no(
      'schemas-stand-alone',
      '^schemas/',
      '^(renderer|widgets|src|server|scripts|tests)/',
      'schemas is the shared language: move what you need down into schemas, or pass it in.',
    ),
    no(
      'renderer-knows-no-widget',
      '^renderer/',
      '^(widgets|src|server|scripts|tests)/',
      'The renderer finds widgets through the registry and data through the DataClient it is given.',
    ),
    no(
      'widgets-know-no-app',
      '^widgets/',
      '^(src|server|scripts|tests)/',
      'A widget asks the data client of its context; the app wires it.',
    ),
    no(
      'server-knows-no-browser',
      '^server/',
      '^(renderer|widgets|src|scripts|tests)/',
      'What both sides need belongs in schemas.',
    ),
    no(
      'browser-knows-no-server',
      '^(src|renderer|widgets)/',
      '^server/',
      'The browser speaks HTTP; shapes shared with the server belong in schemas/api.',
    ),
    {
      name: 'renderer-front-door',
      severity: 'error',
      comment: 'Import renderer/index.ts; export there what is missing.',
      from: { path: '^(widgets|src)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^renderer/', pathNot: '^renderer/index\\.ts$' },
    },
    {
      name: 'widgets-front-door',
      severity: 'error',
      comment: 'The app knows the list of widgets only.',
      from: { path: '^src/' },
      to: { path: '^widgets/', pathNot: '^widgets/index\\.ts$' },
    },
    {
      name: 'widgets-are-neighbours',
      severity: 'error',
      comment:
        'Move the shared part into the renderer (what browser and server share: into schemas) and export it from renderer/index.ts.',
      from: { path: '^widgets/([^/]+)/' },
      to: { path: '^widgets/', pathNot: ['^widgets/$1/'] },
    },
    {
      name: 'online-form-front-door',
      severity: 'error',
      comment: 'Import server/modules/online-form/index.ts; export there what is missing.',
      from: { path: '^server/', pathNot: ['^server/modules/online-form/', '\\.test\\.tsx?$'] },
      to: { path: '^server/modules/online-form/', pathNot: '^server/modules/online-form/index\\.ts$' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      comment: 'Only tests may import tests.',
      from: { path: '^(schemas|renderer|widgets|src|server|scripts)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Move the common part into a file that both import.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      comment: 'The import does not resolve.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
