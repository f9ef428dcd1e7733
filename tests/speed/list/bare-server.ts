import process from 'node:process'
import Fastify from 'fastify'
import pg from 'pg'

/** A statement as pg takes it. */
export interface BareStatement {
  text: string
  values: readonly unknown[]
}

/** What the peer runs for one question. */
export interface BareQuestion {
  page: BareStatement
  count: BareStatement
}

/**
 * The peer: Fastify and pg and nothing else, with statements that are prepared by name. It is a process of its own, as the
 * measured server is. `BARE_QUESTIONS` holds the statements, `DATABASE_URL` and `PORT` say where.
 */
async function main(): Promise<void> {
  const questions = JSON.parse(process.env.BARE_QUESTIONS ?? '') as BareQuestion[]
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })
  const app = Fastify()
  questions.forEach(({ page, count }, number) => {
    const rows = async () =>
      (await pool.query({ name: `page${number}`, text: page.text, values: [...page.values] })).rows
    const total = async () =>
      (await pool.query({ name: `count${number}`, text: count.text, values: [...count.values] })).rows[0]
        ?.total
    app.get(`/page/${number}`, async () => ({
      success: true,
      code: 200,
      result: { records: await rows() },
    }))
    app.get(`/page-with-total/${number}`, async () => {
      const [records, found] = await Promise.all([rows(), total()])
      return { success: true, code: 200, result: { records, total: found } }
    })
  })
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
}

await main()
