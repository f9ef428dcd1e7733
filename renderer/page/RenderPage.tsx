import { Button, Skeleton } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { Problem } from '#schemas/compile/model.ts'
import { PageDictsContext } from '../data/page-dicts.ts'
import { useRenderer } from '../data/renderer-context.tsx'
import { useRequest } from '../data/use-request.ts'
import { useTaken } from '../data/use-taken.ts'
import { ListPage } from '../list/ListPage.tsx'
import { problemLine } from '../list/ListProblems.tsx'
import { FaultFace } from './FaultFace.tsx'
import { pageModel } from './page-model.ts'

interface Props {
  /** Code of the form document. */
  code: string
  /** The address's query without `?`, and how to change it. */
  search: string
  onSearch(search: string): void
  onTitle?(title: string): void
}

/** The page of a form document: its definition is loaded and compiled once, then the list is drawn. */
export function RenderPage({ code, search, onSearch, onTitle }: Props) {
  const { client } = useRenderer()
  const taken = useTaken(code)
  // Asked again when the rights change: only the server knows what else may be done then.
  const definition = useRequest(
    async (signal) => ({ code, page: await client.page(code, { signal }) }),
    [client, code, taken],
  )
  const latest = definition.data
  // The page itself stays the one that was opened: another one would take what is being typed with it.
  const [opened, setOpened] = useState(latest)
  if (latest && latest.code !== opened?.code) setOpened(latest)
  const model = useMemo(() => (opened ? pageModel(opened.page) : null), [opened])

  useEffect(() => {
    if (model) onTitle?.(model.form.title)
  }, [model, onTitle])

  if (model && latest)
    return (
      <PageDictsContext value={model.definition.dicts}>
        <ListPage
          key={`${code} ${model.definition.version}`}
          model={model}
          granted={latest.page.access.actions}
          search={search}
          onSearch={onSearch}
        />
      </PageDictsContext>
    )
  const { error } = definition
  if (!error) return <Skeleton active paragraph={{ rows: 10 }} style={{ padding: 24 }} />
  const problems = (error.detail as { problems?: Problem[] } | null)?.problems ?? []
  return (
    <FaultFace
      status={error.status === 403 ? '403' : error.status === 404 ? '404' : 'error'}
      title={error.status === 403 ? '您没有访问该页面的权限' : error.message}
      subTitle={error.requestId ? `请求编号：${error.requestId}` : undefined}
      extra={<Button onClick={definition.reload}>重试</Button>}
    >
      {problems.length > 0 ? (
        <ul>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.message}`}>{problemLine(problem)}</li>
          ))}
        </ul>
      ) : null}
    </FaultFace>
  )
}
