import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { backupFileQuery, backupTicket, backupTicketBody } from '#schemas/api/backup.ts'
import { ok } from '#schemas/api/envelope.ts'
import { notFound } from '../../errors.ts'
import { requestEvent } from '../../http/request-event.ts'
import { route } from '../../http/route.ts'
import type { EventLog } from '../../operation/event-log.ts'
import { longSecret, type OneTimeSecrets } from '../auth/one-time-secrets.ts'
import { finishedFile } from './store.ts'

const TICKET_MS = 60_000
const KIND = 'backup-download'

export interface BackupRoutes {
  pool: Pool
  folder: string
  secrets: OneTimeSecrets
  log: EventLog
}

/** A backup leaves by an address that works once and for a minute: a browser sends no token when it stores a file. */
export function registerBackups(app: FastifyInstance, { pool, folder, secrets, log }: BackupRoutes): void {
  async function fileOf(id: string): Promise<string> {
    const file = await finishedFile(pool, id)
    if (file === null) throw notFound('备份不存在，或尚未完成')
    return file
  }

  route(
    app,
    'POST',
    '/sys/backup/ticket',
    { access: { permission: 'system:backup:download' }, body: backupTicketBody, answer: backupTicket },
    async (request) => {
      const { id } = request.body
      const file = await fileOf(id)
      await stat(join(folder, file)).catch(() => {
        throw notFound('备份文件不在本服务器上')
      })
      const ticket = longSecret()
      await secrets.issue(KIND, id, ticket, { ms: TICKET_MS })
      log.write({
        ...requestEvent(request),
        kind: 'operation',
        content: `下载备份 ${file}`,
        result: 'success',
      })
      return ok({ path: `/sys/backup/file?id=${encodeURIComponent(id)}&ticket=${ticket}` })
    },
  )

  app.get<{ Querystring: { id: string; ticket: string } }>(
    '/sys/backup/file',
    { config: { access: 'public' }, schema: { querystring: backupFileQuery } },
    async ({ query: { id, ticket } }, reply) => {
      const { state } = await secrets.redeem(KIND, id, ticket)
      if (state !== 'right') throw notFound('下载地址已失效，请重新点击下载')
      const file = await fileOf(id)
      const { size } = await stat(join(folder, file)).catch(() => {
        throw notFound('备份文件不在本服务器上')
      })
      return reply
        .type('application/zip')
        .header('Content-Disposition', `attachment; filename="${file}"`)
        .header('Content-Length', size)
        .header('Cache-Control', 'no-store')
        .send(createReadStream(join(folder, file)))
    },
  )
}
