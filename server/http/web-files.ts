import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ShellSettings } from '#schemas/api/setting.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { plainText } from './plain-page.ts'
import { isCall } from './security.ts'

/** What the page is told in its head. */
export interface PageSettings {
  apiBase: string
  gridLicenseKey: string
  casUrl: string | null
  oidc: { label: string | null } | null
  /** Name and look, which may change while the server runs. */
  shell(): Promise<ShellSettings>
  page: Config['page']
}

/** Names in this folder hold a hash of their content and may be kept for ever. */
const HASHED = 'assets/'

/** Serves the built browser application; every address that is no file and no call is the application's own. */
export async function installWebFiles(
  app: FastifyInstance,
  folder: string,
  settings: PageSettings,
): Promise<void> {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) {
    app.log.warn('the browser application is not built; only calls are answered')
    return
  }
  const html = readFileSync(index, 'utf8')
  const files = filesOf(folder)
  const pictures = settings.page.staticDomain ? new URL(settings.page.staticDomain).origin : null
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    // The build left a .br and a .gz beside each file.
    preCompressed: true,
    cacheControl: false,
  })
  app.get<{ Params: { '*': string } }>('/*', { config: { access: 'public' } }, async (request, reply) => {
    const name = request.params['*']
    if (files.has(name))
      return reply
        .header('Cache-Control', name.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache')
        .sendFile(name)
    // A missing script must not be answered with the page.
    const isNavigation = request.headers.accept?.includes('text/html') || !/\.[a-z0-9]{2,5}$/i.test(name)
    if (!isNavigation || name.startsWith(HASHED) || isCall(request.url, settings.apiBase))
      throw new AppError('NO_SUCH_PATH')
    // Stored files may lie elsewhere; no other page needs pictures from there.
    const policy = String(reply.getHeader('content-security-policy') ?? '')
    if (pictures)
      void reply.header('Content-Security-Policy', policy.replace(/(?<=img-src )/, `${pictures} `))
    return reply
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(withSettings(html, settings, await settings.shell()))
  })
}

/** Names of the files that may be asked for, with `/`. The page itself is sent with its settings, under any address. */
function filesOf(folder: string): ReadonlySet<string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  return new Set(names.filter((name) => name !== 'index.html' && !name.startsWith('.')))
}

function withSettings(html: string, settings: PageSettings, shell: ShellSettings): string {
  const { apiBase, gridLicenseKey, casUrl, oidc, page } = settings
  const ways = {
    casUrl: casUrl ?? '',
    ...(oidc ? { oidc: '1' } : {}),
    ...(oidc?.label ? { oidcLabel: oidc.label } : {}),
  }
  const metas = `<meta name="api-base" content="${plainText(apiBase)}"><meta name="app-config" content="${plainText(JSON.stringify({ gridLicenseKey, ...ways, ...page, ...textsOf(shell) }))}">`
  return html
    .replace(/<meta name="(api-base|app-config)"[^>]*>\s*/g, '')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${plainText(shell.name)}</title>`)
    .replace('</head>', () => `${metas}</head>`)
}

/** The page's settings are texts. */
function textsOf({ footer, radius, ...shell }: ShellSettings): Record<string, string> {
  return { ...shell, filingNumber: footer, radius: String(radius) }
}
