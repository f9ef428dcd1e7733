/** Arrows point one way: schemas ◄ renderer ◄ widgets ◄ src, schemas ◄ server. Each rule says what to do instead. */
const no = (name, from, to, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: to },
})

module.exports = {
  forbidden: [
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
