import { Skeleton } from 'antd'
import { Activity, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { PageDefinition, PageKind } from '#schemas/api/page.ts'
import { PageDictsContext } from '../data/page-dicts.ts'
import { PageTurnContext } from '../data/page-turn.ts'
import { RecordPlaceContext } from '../form/record-place.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import { ListPage } from '../list/ListPage.tsx'
import { pageModel } from '../model/page-model.ts'
import { recordOf, withRecord } from '../model/record-address.ts'
import { CompositePage } from './CompositePage.tsx'

const RecordPage = lazyPart(async () => ({ default: (await import('./RecordPage.tsx')).RecordPage }))

export interface PageProps<K extends PageKind> {
  /** The page as it was opened. */
  opened: Extract<PageDefinition, { kind: K }>
  /** What the server said last: what may be done now. */
  latest: Extract<PageDefinition, { kind: K }>
  /** The address's query without `?`, and how to change it. */
  search: string
  onSearch(search: string): void
}

type PageRenderer<K extends PageKind> = (props: PageProps<K>) => ReactNode

/** How each kind of page is drawn. */
const pageKinds = { form: FormPage, page: CompositePage } satisfies { [K in PageKind]: PageRenderer<K> }

/** A page of any kind. */
export function PageOfKind({ opened, latest, ...rest }: PageProps<PageKind>) {
  if (opened.kind === 'form' && latest.kind === 'form')
    return <pageKinds.form opened={opened} latest={latest} {...rest} />
  if (opened.kind === 'page' && latest.kind === 'page')
    return <pageKinds.page opened={opened} latest={latest} {...rest} />
  return null
}

/** The page of a form: its list, or the one record of it that the address names. The list is kept as it was meanwhile. */
function FormPage({ opened, latest, search, onSearch }: PageProps<'form'>) {
  const model = useMemo(() => pageModel(opened), [opened])
  const now = useRef(search)
  now.current = search
  const showRecord = useCallback(
    (id: string | null, pageNo?: number) => onSearch(withRecord(now.current, id, pageNo)),
    [onSearch],
  )
  const { code } = model.form
  const place = useMemo(() => ({ form: code, open: showRecord }), [code, showRecord])
  const record = recordOf(search)
  const [turn, setTurn] = useState(0)
  const handleChanged = useCallback(() => setTurn((before) => before + 1), [])
  const granted = latest.access.actions
  return (
    <PageDictsContext value={opened.dicts}>
      <RecordPlaceContext value={place}>
        <Activity mode={record === null ? 'visible' : 'hidden'}>
          <PageTurnContext value={turn}>
            <ListPage model={model} granted={granted} search={search} onSearch={onSearch} />
          </PageTurnContext>
        </Activity>
        {record === null ? null : (
          <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} style={{ padding: 24 }} />}>
            <RecordPage
              model={model}
              granted={granted}
              id={record}
              search={search}
              onRecord={showRecord}
              onChanged={handleChanged}
            />
          </Suspense>
        )}
      </RecordPlaceContext>
    </PageDictsContext>
  )
}
