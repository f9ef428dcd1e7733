import { App } from 'antd'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { PageOf } from '#schemas/api/envelope.ts'
import type { CompiledForm, ListColumn, QueryItem, Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { ListQuery, RequestError, Results, RowSource } from '../data/data-client.ts'
import { useRequest } from '../data/use-request.ts'
import { CHILD_ROWS } from '../model/child-rows.ts'
import { listCall } from '../model/list-call.ts'
import { layoutOf } from '../model/list-layouts.ts'
import { initialListState, type ListShape, type ListState, missingFilters } from '../model/list-state.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { useFormTurn } from '../widget/use-form-turn.ts'
import { useTotals } from './figures/use-totals.ts'
import { type LiveRows, useLiveRows } from './live/use-live-rows.ts'
import { type TreeRows, useTreeRows } from './use-tree-rows.ts'

export interface ListInput {
  source: RowSource
  columns: readonly ListColumn[]
  /** Filters that may be given. */
  query?: readonly QueryItem[]
  paging?: boolean
  pageSize?: number
  pageSizes?: readonly number[]
  /** As in `ListShape`; keep the lists. */
  layouts?: ListShape['layouts']
  groupings?: ListShape['groupings']
  groupBy?: ListShape['groupBy']
  /** As `ListShape.wordsOf`; keep the function. */
  wordsOf?: ListShape['wordsOf']
  saved?: ListShape['saved'] | undefined
  /** Rows below rows, loaded when their node is opened. */
  tree?: CompiledForm['tree']
  /** Only rows that meet it, whatever the filters say; keep the object while it says the same. */
  where?: Condition | undefined
  /** Filters, order and page to begin with, and who keeps them. */
  begin?: ListState
  onNavigate?(state: ListState): void
  /** Column by which a row is chosen; `id` by default. */
  rowKey?: string
  /** Follows what others do to its rows, which are named by `id`. */
  isLive?: boolean
  /** Rows that are chosen at the beginning. */
  chosen?: ReadonlyMap<string, Row>
}

/** A list without its looks: what it shows, which rows it has, which are chosen. */
export interface ListModel {
  source: RowSource
  shape: ListShape
  state: ListState
  /** What is asked for; null while filters are missing. */
  call: ListQuery | null
  /** Another one whenever the rows are loaded again: what else is told of them is asked for anew. */
  loads: string
  /** Titles of filters without which nothing is asked. */
  missing: readonly string[]
  /** Null before the first answer; rows of opened nodes stand below their node. */
  rows: readonly Row[] | null
  total: number
  /** What is told below the columns, over all rows of the query; null while it is not there. */
  totals: Row | null
  loading: boolean
  error: RequestError | null
  /** What others did to the rows since they were loaded. */
  live: Omit<LiveRows, 'rows'>
  /** Present while rows stand below rows. */
  tree: TreeRows | null
  rowKey: string
  keyOf(row: Row): string
  chosen: ReadonlyMap<string, Row>
  choose(rows: ReadonlyMap<string, Row>): void
  /** All rows of the query, while they are chosen: those of the page are the ticked ones then. */
  results: Results | null
  /** Chooses all rows of the query, on all pages; absent where rows stand below rows, or filters are missing. */
  chooseResults: (() => void) | null
  /** Other filters, another order, another page. */
  navigate(state: ListState): void
  /** What the address says now, e.g. after Back: as `navigate`, but it is not written to the address again. */
  follow(state: ListState): void
  reload(): void
  /** Rows were removed: they are no longer chosen, nor are all results, and what remains is loaded. */
  forget(keys: readonly string[]): void
}

const NO_QUERY: readonly QueryItem[] = []
const PAGE_SIZES: readonly number[] = [10, 20, 30]
const NO_QUESTION: readonly unknown[] = []
const NOTHING: ReadonlyMap<string, Row> = new Map()

/** What of a list decides its calls, the same while nothing of that changes. */
function useAsked({
  columns,
  query = NO_QUERY,
  paging = true,
  pageSizes = PAGE_SIZES,
  pageSize = pageSizes[0] ?? 10,
  wordsOf,
  layouts,
  groupings,
  groupBy,
}: ListInput): ListShape {
  return useMemo<ListShape>(
    () => ({
      columns,
      query,
      paging,
      pageSize,
      pageSizes,
      ...(wordsOf ? { wordsOf } : {}),
      ...(layouts ? { layouts } : {}),
      ...(groupings ? { groupings } : {}),
      ...(groupBy ? { groupBy } : {}),
    }),
    [columns, query, paging, pageSize, pageSizes, wordsOf, layouts, groupings, groupBy],
  )
}

/** State, calls and selection of a list; `RecordTable` draws it. */
export function useList(input: ListInput): ListModel {
  const { source, columns, tree = null, where, onNavigate, rowKey = 'id' } = input
  const { client } = useRenderer()
  const turn = useFormTurn(source.code)
  const asking = useAsked(input)
  const { saved } = input
  // Rows do not depend on which queries are saved: they are not asked for anew when one is.
  const shape = useMemo<ListShape>(() => (saved ? { ...asking, saved } : asking), [asking, saved])
  const [state, setState] = useState(() => input.begin ?? initialListState(shape))
  const [picked, setChosen] = useState<ReadonlyMap<string, Row>>(input.chosen ?? NOTHING)
  /** What was asked for when all results were chosen; of another question they are not. */
  const [chosenAll, setChosenAll] = useState<readonly unknown[]>(NO_QUESTION)
  const missing = useMemo(() => missingFilters(asking, state), [asking, state])
  const call = useMemo(() => listCall(tree, asking, state, where), [tree, asking, state, where])
  // A board asks for its rows by itself.
  const isBoard = layoutOf(shape, state).kind === 'board'
  const page = useRequest<PageOf<Row> | null>(
    async (signal) => (call && !isBoard ? client.list(source, call, { signal }) : null),
    [client, source, call, isBoard, turn],
  )
  const [asked, setAsked] = useState(0)
  const loads = `${turn} ${asked}`
  const totals = useTotals(source, columns, call, loads)
  const sayError = useSayError()
  const treeRows = useTreeRows(source, tree, client, sayError)

  const follow = useCallback(
    (next: ListState) => {
      setState(next)
      treeRows.clear()
    },
    [treeRows.clear],
  )
  const navigate = useCallback(
    (next: ListState) => {
      follow(next)
      onNavigate?.(next)
    },
    [onNavigate, follow],
  )
  // The page of an old link, or whose rows others deleted: the last one there is.
  useEffect(() => {
    if (!page.data || page.data.records.length > 0 || page.data.total === 0 || !shape.paging) return
    const last = Math.ceil(page.data.total / state.pageSize)
    if (state.pageNo > last) navigate({ ...state, pageNo: last })
  }, [page.data, shape.paging, state, navigate])

  const reload = useCallback(() => {
    page.reload()
    setAsked((before) => before + 1)
    treeRows.reload()
  }, [page.reload, treeRows.reload])
  const keyOf = useCallback((row: Row) => String(row[rowKey]), [rowKey])
  const live = useLiveRows(input.isLive ? source : null, call, page.data?.records)
  const records = live.rows
  const forget = useCallback(
    (keys: readonly string[]) => {
      setChosenAll(NO_QUESTION)
      setChosen((before) => new Map([...before].filter(([key]) => !keys.includes(key))))
      const left = records?.filter((row) => !keys.includes(keyOf(row))) ?? []
      // The last rows of the last page are gone: one page back.
      if (left.length === 0 && state.pageNo > 1) navigate({ ...state, pageNo: state.pageNo - 1 })
      else reload()
    },
    [records, keyOf, state, navigate, reload],
  )
  const asTree = call?.tree === 'roots'
  const { withChildren } = treeRows
  const rows = useMemo(
    () => (records ? (asTree ? withChildren(records) : records) : null),
    [records, asTree, withChildren],
  )
  const total = page.data?.total ?? 0
  const question = useMemo(
    () => [source.code, state.filter, state.condition, state.groupBy, state.group, where],
    [source.code, state.filter, state.condition, state.groupBy, state.group, where],
  )
  const isAll = total > 0 && chosenAll.length > 0 && chosenAll.every((part, at) => part === question[at])
  const results = useMemo(() => (isAll && call ? { query: call, count: total } : null), [isAll, call, total])
  const chosen = useMemo(
    () =>
      isAll ? new Map((rows ?? []).map((row) => [keyOf(row), row])) : asLoaded(picked, rows ?? [], keyOf),
    [isAll, picked, rows, keyOf],
  )
  const choose = useCallback((next: ReadonlyMap<string, Row>) => {
    setChosenAll(NO_QUESTION)
    setChosen(next)
  }, [])
  const chooseResults = useCallback(() => {
    setChosen(NOTHING)
    setChosenAll(question)
  }, [question])
  return {
    source,
    shape,
    state,
    call,
    loads,
    missing,
    rows,
    total,
    totals,
    live,
    loading: page.loading,
    error: page.error,
    tree: asTree ? treeRows : null,
    rowKey,
    keyOf,
    chosen,
    choose,
    results,
    chooseResults: call && !asTree ? chooseResults : null,
    navigate,
    follow,
    reload,
    forget,
  }
}

/** Chosen rows as they were loaded last; one that is not among the rows stays as it was chosen. */
function asLoaded(
  chosen: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, Row> {
  if (chosen.size === 0) return chosen
  const loaded = new Map(chosen)
  const look = (level: readonly Row[]) => {
    for (const row of level) {
      if (loaded.has(keyOf(row))) loaded.set(keyOf(row), row)
      look((row[CHILD_ROWS] as Row[] | undefined) ?? [])
    }
  }
  look(rows)
  return loaded
}

/** Shows a failure, unless it was shown where it happened. */
function useSayError(): (error: RequestError) => void {
  const { message } = App.useApp()
  return useCallback(
    (error: RequestError) => {
      if (!error.announced) message.error(error.message)
    },
    [message],
  )
}
