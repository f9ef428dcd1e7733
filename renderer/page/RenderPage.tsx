import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { Problem } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useRequest } from '../data/use-request.ts'
import { FaultFace } from '../kit/FaultFace.tsx'
import { problemLine } from '../list/ListProblems.tsx'
import { useRenderer } from '../widget/renderer-context.tsx'
import { useTaken } from '../widget/use-taken.ts'
import { PageOfKind } from './page-kinds.tsx'

interface Props {
  /** Code of the document. */
  code: string
  /** The address's query without `?`, and how to change it. */
  search: string
  onSearch(search: string): void
  onTitle?(title: string): void
}

/** The page of a document: its definition is loaded once, then drawn as its kind asks. */
export function RenderPage({ code, search, onSearch, onTitle }: Props) {
  const { client } = useRenderer()
  const taken = useTaken({ code })
  // Asked again when the rights change: only the server knows what else may be done then.
  const definition = useRequest(
    async (signal) => ({ code, page: await client.page(code, { signal }) }),
    [client, code, taken],
  )
  const latest = definition.data
  // The page itself stays the one that was opened: another one would take what is being typed with it.
  const [opened, setOpened] = useState(latest)
  // In another language it is the same page with other texts.
  const isTranslated =
    latest?.page.version === opened?.page.version && latest?.page.language !== opened?.page.language
  if (latest && (latest.code !== opened?.code || isTranslated)) setOpened(latest)
  const title = opened?.page.document.title
  useEffect(() => {
    if (title !== undefined) onTitle?.(title)
  }, [title, onTitle])

  if (opened && latest)
    return (
      <PageOfKind
        key={`${code} ${opened.page.version}`}
        opened={opened.page}
        latest={latest.page}
        search={search}
        onSearch={onSearch}
      />
    )
  const { error } = definition
  if (!error) return <Skeleton active paragraph={{ rows: 10 }} style={{ padding: 24 }} />
  const problems = (error.detail as { problems?: Problem[] } | null)?.problems ?? []
  return (
    <FaultFace
      status={error.status === 403 ? '403' : error.status === 404 ? '404' : 'error'}
      title={error.status === 403 ? t('您没有访问该页面的权限') : error.message}
      subTitle={error.requestId ? t('请求编号：{requestId}', { requestId: error.requestId }) : undefined}
      extra={<Button onClick={definition.reload}>{t('重试')}</Button>}
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
