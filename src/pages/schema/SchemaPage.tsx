import { useCallback, useEffect, useRef, useState } from 'react'
import { RenderPage } from '#renderer/index.ts'
import { onArrival, pushAddress, replaceAddress } from '../../kit/history-place.ts'
import {
  arrivedState,
  asksAnew,
  listStateOf,
  withListState,
  withoutListState,
} from '../../kit/list-address.ts'

interface SchemaPageProps {
  code: string
  /** Key of the tab: the page's address without what its list keeps there. */
  tabKey: string
  onTitle?: (title: string) => void
}

/** The page of a document; filters, order and page of its list stand in the address. */
export function SchemaPage({ code, tabKey, onTitle }: SchemaPageProps) {
  const { search, handleSearch } = useListAddress(tabKey)
  return <RenderPage code={code} search={search} onSearch={handleSearch} {...(onTitle ? { onTitle } : {})} />
}

const isShown = (tabKey: string) =>
  window.location.pathname + withoutListState(window.location.search) === tabKey

/** Keeps list and address together, although a hidden tab has no address. */
function useListAddress(tabKey: string) {
  const [search, setSearch] = useState(() => (isShown(tabKey) ? listStateOf(window.location.search) : ''))
  const kept = useRef(search)

  // Runs each time that the tab is shown.
  useEffect(() => {
    const follow = (state: string) => {
      kept.current = state
      setSearch(state)
    }
    const arrive = () => {
      const asked = listStateOf(window.location.search)
      if (!isShown(tabKey) || asked === kept.current) return
      // A menu or the tab strip leads here without filters; a link may bring its own.
      if (asked === '') replaceAddress(withListState(tabKey, kept.current))
      else follow(arrivedState(kept.current, asked))
    }
    arrive()
    // Back and Forward among the queries of this list.
    const handlePop = () => {
      if (isShown(tabKey)) follow(listStateOf(window.location.search))
    }
    window.addEventListener('popstate', handlePop)
    // Back to the list without filters is an arrival, too, and no reason to bring them back.
    const stop = onArrival(() => {
      if (listStateOf(window.location.search) !== '') arrive()
    })
    return () => {
      window.removeEventListener('popstate', handlePop)
      stop()
    }
  }, [tabKey])

  const handleSearch = useCallback(
    (next: string) => {
      const before = kept.current
      kept.current = listStateOf(next)
      setSearch(kept.current)
      if (!isShown(tabKey) || kept.current === before) return
      const write = asksAnew(before, kept.current) ? pushAddress : replaceAddress
      write(withListState(tabKey, kept.current))
    },
    [tabKey],
  )
  return { search, handleSearch }
}
