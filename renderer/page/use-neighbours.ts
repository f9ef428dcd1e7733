import { useCallback, useMemo } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import { rowSource } from '../data/row-source.ts'
import { useRequest } from '../data/use-request.ts'
import { parseListState } from '../model/list-address.ts'
import { listCall } from '../model/list-call.ts'
import { EVERYTHING } from '../model/list-state.ts'
import { type PageModel, savedOf } from '../model/page-model.ts'
import { wordsOf } from '../model/query-fields.ts'
import { parentOf } from '../model/row-moves.ts'
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
  /** Below a node of a tree its siblings are the neighbours, as they stand when that node is opened. */
  const amongSiblings = useCallback(
    async (id: string, pageNo: number, signal: AbortSignal): Promise<Neighbours> => {
      const { tree } = form
      const row = tree ? await client.get(form.code, id, { signal }) : null
      const parent = tree && row ? parentOf(tree, row) : ''
      if (!tree || parent === '') return NONE
      const { records } = await client.list(
        rowSource(form),
        {
          pageNo: 1,
          pageSize: EVERYTHING,
          filter: { field: tree.parent, rule: 'eq', val: parent },
          tree: 'children',
        },
        { signal },
      )
      const at = records.findIndex((one) => String(one.id) === id)
      if (at < 0) return NONE
      const beside = (by: number) => {
        const one = records[at + by]
        return one ? neighbour(one, pageNo) : null
      }
      return { previous: beside(-1), next: beside(1), place: at + 1, total: records.length }
    },
    [client, form],
  )
  const found = useRequest<Neighbours>(
    async (signal) => {
      const { state, call } = asked
      if (!call) return NONE
      const source = rowSource(form)
      const page = await client.list(source, call, { signal })
      const at = page.records.findIndex((row) => String(row.id) === id)
      if (at < 0 && call.tree === 'roots') return amongSiblings(id, state.pageNo, signal)
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
    [client, form, asked, amongSiblings, id, turn],
  )
  return found.data ?? NONE
}

function neighbour(row: Row, pageNo: number): Neighbour {
  return { id: String(row.id), pageNo }
}
