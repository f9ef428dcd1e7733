import process from 'node:process'
import Fastify from 'fastify'
import pg from 'pg'

/** What the peer runs: the statements of the measured list, as texts with values. */
export interface BareStatements {
  page: { text: string; values: readonly unknown[] }
  count: { text: string; values: readonly unknown[] }
}

/**
 * The peer: Fastify and pg and nothing else. It is a process of its own, as the measured server is.
 * `BARE_STATEMENTS` holds the statements, `DATABASE_URL` and `PORT` say where.
 */
async function main(): Promise<void> {
  const { page, count } = JSON.parse(process.env.BARE_STATEMENTS ?? '') as BareStatements
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })
  const app = Fastify()
  app.get('/page', async () => {
    const { rows } = await pool.query({ name: 'page', text: page.text, values: [...page.values] })
    return { success: true, code: 200, result: { records: rows } }
  })
  app.get('/page-with-total', async () => {
    const [{ rows }, total] = await Promise.all([
      pool.query({ name: 'page', text: page.text, values: [...page.values] }),
      pool.query({ name: 'count', text: count.text, values: [...count.values] }),
    ])
    return { success: true, code: 200, result: { records: rows, total: total.rows[0]?.total } }
  })
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
}

await main()
