import process from 'node:process'
import Fastify from 'fastify'
import pg from 'pg'
import type { ListCall } from '../list-page/ListTable.tsx'

/** What the peer runs for a list, and the columns that its table shows. */
export interface BareList {
  page: string
  count: string
  values: readonly unknown[]
  columns: ListCall['columns']
}

/** A tree that is answered whole: its rows with `id` and `parentId`, which are nested by hand. */
export interface BareTree {
  rows: string
  values: readonly unknown[]
}

interface TreeRow {
  id: string
  parentId: string
  children?: TreeRow[]
}

/** Rows below each other. */
function nestedRows(rows: readonly TreeRow[]): TreeRow[] {
  const known = new Map(rows.map((row) => [row.id, row]))
  const tops: TreeRow[] = []
  for (const row of rows) {
    const above = known.get(row.parentId)
    if (!above) tops.push(row)
    else if (above.children) above.children.push(row)
    else above.children = [row]
  }
  return tops
}

/**
 * The peer: Fastify and pg, with statements written by hand and prepared by name, a process of its own as the measured server is. `BARE_LISTS`
 * and `BARE_TREES` hold the statements by name, `DATABASE_URL` and `PORT` say where.
 */
async function main(): Promise<void> {
  const lists = JSON.parse(process.env.BARE_LISTS ?? '') as Record<string, BareList>
  const trees = JSON.parse(process.env.BARE_TREES ?? '') as Record<string, BareTree>
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 })
  const app = Fastify()
  app.get<{ Querystring: { list: string } }>('/', async ({ query: { list } }) => {
    const { page, count, values, columns } = lists[list] as BareList
    const [rows, total] = await Promise.all([
      pool.query({ name: `page_${list}`, text: page, values: [...values] }),
      pool.query({ name: `count_${list}`, text: count, values: [...values] }),
    ])
    return { rows: rows.rows, total: total.rows[0]?.total ?? 0, columns }
  })
  app.get<{ Querystring: { tree: string } }>('/tree', async ({ query: { tree } }) => {
    const { rows, values } = trees[tree] as BareTree
    const found = await pool.query<TreeRow>({ name: `tree_${tree}`, text: rows, values: [...values] })
    return nestedRows(found.rows)
  })
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
}

await main()
