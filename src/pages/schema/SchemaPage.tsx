import { useCallback, useEffect, useRef, useState } from 'react'
import { RendererProvider, RenderPage } from '#renderer/index.ts'
import { listStateOf, withListState, withoutListState } from '../../shell/list-address.ts'
import { useRendererServices } from './renderer-services.ts'

interface SchemaPageProps {
  code: string
  /** Key of the tab: the page's address without what its list keeps there. */
  tabKey: string
  onTitle?: (title: string) => void
}

/** The page of a document; filters, order and page of its list stand in the address. */
export function SchemaPage({ code, tabKey, onTitle }: SchemaPageProps) {
  const services = useRendererServices()
  const { search, generation, handleSearch } = useListAddress(tabKey)
  return (
    <RendererProvider services={services}>
      <RenderPage
        key={generation}
        code={code}
        search={search}
        onSearch={handleSearch}
        {...(onTitle ? { onTitle } : {})}
      />
    </RendererProvider>
  )
}

const isShown = (tabKey: string) =>
  window.location.pathname + withoutListState(window.location.search) === tabKey

/** Keeps list and address together, although a hidden tab has no address. */
function useListAddress(tabKey: string) {
  const [state, setState] = useState(() => ({
    search: isShown(tabKey) ? listStateOf(window.location.search) : '',
    generation: 0,
  }))
  const kept = useRef(state.search)

  // Runs each time that the tab is shown.
  useEffect(() => {
    if (!isShown(tabKey)) return
    const given = listStateOf(window.location.search)
    if (given === kept.current) return
    if (given === '') writeAddress(withListState(tabKey, kept.current))
    else {
      // A link led here with filters of its own.
      kept.current = given
      setState((before) => ({ search: given, generation: before.generation + 1 }))
    }
  }, [tabKey])

  const handleSearch = useCallback(
    (next: string) => {
      kept.current = listStateOf(next)
      if (isShown(tabKey)) writeAddress(withListState(tabKey, kept.current))
    },
    [tabKey],
  )
  return { ...state, handleSearch }
}

/** Past the router: the page is the same, and nothing above it needs to be drawn again. */
function writeAddress(address: string): void {
  window.history.replaceState(window.history.state, '', address)
}
