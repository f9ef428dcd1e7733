import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useRenderer } from '#renderer/index.ts'
import type { QueryCard } from '#schemas/api/list-view.ts'
import { changesAtom } from '../kit/changes-atom.ts'
import { lazyNamed } from '../kit/load-chunk.ts'
import { PartBoundary } from '../kit/PartBoundary.tsx'
import { formTurnsAtom } from '../notice/notice-atoms.ts'

const HomeQueryCards = lazyNamed(() => import('./HomeQueryCards.tsx'), 'HomeQueryCards')

const NONE: readonly QueryCard[] = []

/** The saved queries that the user put on the home page, each with the number of its records. Nothing where there are none. */
export function HomeQueries() {
  const { savedQueries } = useRenderer()
  const changes = useAtomValue(changesAtom)
  const turns = useAtomValue(formTurnsAtom)
  const [cards, setCards] = useState(NONE)
  const told = cards.map(({ form }) => turns[form] ?? 0).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was changed here or elsewhere may be counted otherwise
  useEffect(() => {
    let isLate = false
    savedQueries?.home?.().then(
      (answer) => {
        if (!isLate) setCards(answer)
      },
      // The home page is there without them.
      () => undefined,
    )
    return () => {
      isLate = true
    }
  }, [savedQueries, changes, told])
  if (cards.length === 0) return null
  return (
    <PartBoundary onFail={() => setCards(NONE)}>
      <HomeQueryCards cards={cards} />
    </PartBoundary>
  )
}
