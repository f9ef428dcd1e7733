import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'

/** What the page is told in its head. */
export interface PageSettings {
  apiBase: string
  gridLicenseKey: string
}

/** Names with a hash of their content may be kept for ever. */
const HASHED = /[/\\]assets[/\\]/

/** Serves the built browser application; every address that is no file and no call is the application's own. */
export async function installWebFiles(
  app: FastifyInstance,
  folder: string,
  settings: PageSettings,
): Promise<void> {
  const file = join(folder, 'index.html')
  if (!existsSync(file)) {
    app.log.warn('the browser application is not built; only calls are answered')
    return
  }
  const page = withSettings(readFileSync(file, 'utf8'), settings)
  await app.register(async (web) => {
    web.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' }
    })
    await web.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      wildcard: false,
      setHeaders(reply, path) {
        reply.header(
          'Cache-Control',
          HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
    web.get('/*', async (request, reply) => {
      const path = request.url.split('?')[0] ?? ''
      // A missing script must not be answered with the page.
      if (path.startsWith(settings.apiBase) || /\.[a-z0-9]{2,5}$/i.test(path))
        throw notFound('路径不存在，请检查路径是否正确')
      return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page)
    })
  })
}

function withSettings(html: string, { apiBase, gridLicenseKey }: PageSettings): string {
  const attribute = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const metas = `<meta name="api-base" content="${attribute(apiBase)}"><meta name="app-config" content="${attribute(JSON.stringify({ gridLicenseKey }))}">`
  return html
    .replace(/<meta name="(api-base|app-config)"[^>]*>\s*/g, '')
    .replace('</head>', `${metas}</head>`)
}
