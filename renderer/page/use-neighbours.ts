import { useMemo } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { rowSource } from '../data/row-source.ts'
import { useRequest } from '../data/use-request.ts'
import { parseListState } from '../model/list-address.ts'
import { listCall } from '../model/list-call.ts'
import { type PageModel, savedOf } from '../model/page-model.ts'
import { wordsOf } from '../model/query-fields.ts'
import { useRenderer } from '../widget/renderer-context.tsx'

/** A record before or after another one, and the page of the list on which it stands. */
export interface Neighbour {
  id: string
  pageNo: number
}

export interface Neighbours {
  previous: Neighbour | null
  next: Neighbour | null
  /** Place of the record among all of the query, counted from 1; null where it is not on the page that the address names. */
  place: number | null
  total: number
}

const NONE: Neighbours = { previous: null, next: null, place: null, total: 0 }

/** What stands before and after a record in the list that the address asks for: that page of it is read, and at its edges one row beyond. */
export function useNeighbours(model: PageModel, search: string, id: string, turn: number): Neighbours {
  const { client } = useRenderer()
  const { form } = model
  const asked = useMemo(() => {
    const shape = { ...form.list, wordsOf: wordsOf(model), saved: savedOf(model) }
    const state = parseListState(shape, search)
    return { state, call: listCall(form.tree, shape, state) }
    // The record itself says nothing of the list.
  }, [form, model, search])
  const found = useRequest<Neighbours>(
    async (signal) => {
      const { state, call } = asked
      if (!call) return NONE
      const source = rowSource(form)
      const page = await client.list(source, call, { signal })
      const at = page.records.findIndex((row) => String(row.id) === id)
      if (at < 0) return { ...NONE, total: page.total }
      const { pageNo, pageSize } = state
      const before = form.list.paging ? (pageNo - 1) * pageSize : 0
      const place = before + at + 1
      /** The one at a place of the query, counted from 1. */
      const rowAt = async (wanted: number): Promise<Neighbour | null> => {
        if (wanted < 1 || wanted > page.total) return null
        const near = page.records[wanted - 1 - before]
        if (near) return neighbour(near, pageNo)
        if (!form.list.paging) return null
        const beyond = await client.list(source, { ...call, pageNo: wanted, pageSize: 1 }, { signal })
        const row = beyond.records[0]
        return row ? neighbour(row, Math.ceil(wanted / pageSize)) : null
      }
      const [previous, next] = await Promise.all([rowAt(place - 1), rowAt(place + 1)])
      return { previous, next, place, total: page.total }
    },
    [client, form, asked, id, turn],
  )
  return found.data ?? NONE
}

function neighbour(row: Row, pageNo: number): Neighbour {
  return { id: String(row.id), pageNo }
}
