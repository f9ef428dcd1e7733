import { type ReactNode, useMemo } from 'react'
import type { PageDefinition, PageKind } from '#schemas/api/page.ts'
import { PageDictsContext } from '../data/page-dicts.ts'
import { ListPage } from '../list/ListPage.tsx'
import { pageModel } from '../model/page-model.ts'
import { CompositePage } from './CompositePage.tsx'

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

/** The page of a form: its list. */
function FormPage({ opened, latest, search, onSearch }: PageProps<'form'>) {
  const model = useMemo(() => pageModel(opened), [opened])
  return (
    <PageDictsContext value={opened.dicts}>
      <ListPage model={model} granted={latest.access.actions} search={search} onSearch={onSearch} />
    </PageDictsContext>
  )
}
