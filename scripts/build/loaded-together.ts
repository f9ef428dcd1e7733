import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'

/**
 * Puts what is always loaded together into one file. Left alone, the bundler makes a file of every set of modules that
 * some lazy parts share: a hundred small ones for the first list page, each a request and badly compressed.
 *
 * A first pass shows which modules each part needs (the bundler alone knows, after leaving out what nobody uses); the
 * second pass is told. `parts` are module paths from the project's root, the start of each a name: what the entry needs
 * becomes `base`, and what a part needs beyond it a file named after all parts that need it. `later` are packages that no
 * part may need at once: one import too many would bring them into the first page without a word, so the build ends.
 * `editors` is the same for all other programs: only those in `of` may need `packages` at once.
 */
export function loadedTogether(
  parts: Readonly<Record<string, readonly string[]>>,
  later: readonly string[],
  editors: Editors,
): Plugin {
  return {
    name: 'loaded-together',
    apply: ({ build: { ssr } = {} }, { command }) => command === 'build' && !ssr,
    async config() {
      const groups = await groupsOf(parts, later, editors)
      return {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: [{ name: (id: string) => groups.get(id) ?? null }],
              },
            },
          },
        },
      }
    },
  }
}

/** Packages of editors, and the paths of the programs that are editors. */
interface Editors {
  packages: readonly string[]
  of: readonly string[]
}

async function groupsOf(
  parts: Readonly<Record<string, readonly string[]>>,
  later: readonly string[],
  editors: Editors,
): Promise<Map<string, string>> {
  const first = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { target: 'es2022', write: false, minify: false, modulePreload: { polyfill: false } },
  })) as Rolldown.RolldownOutput
  const chunks = first.output.filter((one) => one.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))

  /** Modules of the given chunks and of all that they import at once. */
  function needs(roots: readonly Rolldown.OutputChunk[]): Set<string> {
    const seen = new Set<Rolldown.OutputChunk>()
    const visit = (chunk: Rolldown.OutputChunk) => {
      if (seen.has(chunk)) return
      seen.add(chunk)
      for (const file of chunk.imports) {
        const next = byFile.get(file)
        if (next) visit(next)
      }
    }
    for (const root of roots) visit(root)
    return new Set([...seen].flatMap(({ moduleIds }) => moduleIds))
  }

  for (const chunk of chunks) {
    const path = chunk.facadeModuleId
    if (path === null || editors.of.some((part) => path.includes(part))) continue
    const early = [...needs([chunk])].find((id) => isOf(id, editors.packages))
    if (early) throw new Error(`${path} needs the editor ${early} at once: ask for it by a lazy part`)
  }

  const base = needs(chunks.filter(({ isEntry }) => isEntry))
  const names = new Map([...base].map((id) => [id, 'base']))
  const users = new Map<string, string[]>()
  for (const [part, paths] of Object.entries(parts)) {
    const roots = paths.map((path) => {
      const root = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path))
      if (!root)
        throw new Error(`${path} is not loaded on its own: the parts in vite.config.ts are out of date`)
      return root
    })
    for (const id of needs(roots)) if (!base.has(id)) users.set(id, [...(users.get(id) ?? []), part])
  }
  for (const [id, parts] of users) names.set(id, parts.join('-and-'))
  for (const id of names.keys()) {
    if (isOf(id, later)) throw new Error(`${id} is loaded with ${names.get(id)}: ask for it by a lazy part`)
  }
  return names
}

const isOf = (id: string, packages: readonly string[]) =>
  packages.some((name) => id.includes(`/node_modules/${name}/`))
