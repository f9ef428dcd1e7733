import { useEffect, useState } from 'react'
import { useRequest } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { SearchResult } from '#schemas/api/search.ts'
import { resultOf } from '../../api/http.ts'
import { useServices } from '../../kit/services.ts'

/** How long nobody types before the server is asked (ms). */
const PAUSE_MS = 300

const NOTHING: SearchResult = { records: [], unfinished: [] }

/** Records that hold a keyword. What was found for another keyword is never shown for this one. */
export function useFoundRecords(keyword: string): {
  found: SearchResult
  loading: boolean
  failed: boolean
} {
  const { http } = useServices()
  const word = keyword.trim()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(word), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [word])
  const { data, error } = useRequest(
    async (signal) => {
      if (asked === '') return { asked, found: NOTHING }
      const answer = await http.get<Envelope<SearchResult>>(
        '/online/search',
        { q: asked },
        { signal, quiet: true },
      )
      return { asked, found: resultOf(answer) }
    },
    [http, asked],
  )
  if (word === '') return { found: NOTHING, loading: false, failed: false }
  const failed = asked === word && error !== null
  if (data?.asked === word && !failed) return { found: data.found, loading: false, failed }
  return { found: NOTHING, loading: !failed, failed }
}
