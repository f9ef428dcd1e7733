import { Alert, App, Button, Flex, Pagination, Segmented, Skeleton } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FileCounts, MendedCell, StagedFile, StagedRow } from '#schemas/api/import-workbench.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { t, texts } from '#schemas/text/text.ts'
import type { RequestError } from '../data/data-client.ts'
import type { StagedFiles } from '../data/staged-files.ts'
import { asRequestError } from '../data/use-request.ts'
import { RowsGrid } from './RowsGrid.tsx'
import { useRestFile } from './use-rest-file.ts'

const PAGE_SIZE = 100
const SORTS: Readonly<Record<keyof FileCounts, string>> = texts({
  all: '全部',
  problems: '有问题',
  new: '新增',
  changed: '更改',
  same: '相同',
})

interface Props {
  staged: StagedFiles
  form: CompiledForm
  file: StagedFile
  /** The columns are to be looked at again. */
  onBack(): void
  onSaving(file: StagedFile): void
}

interface Page {
  rows: readonly StagedRow[]
  total: number
}

/** Shows the rows with what is wrong with them, lets them be mended, and takes the good ones in. */
export function CheckStep({ staged, form, file, onBack, onSaving }: Props) {
  const { message } = App.useApp()
  const [counts, setCounts] = useState<FileCounts | null>(file.counts)
  const [asked, setAsked] = useState(() => ({
    show: (file.counts?.problems ?? 0) > 0 ? ('problems' as keyof FileCounts) : 'all',
    pageNo: 1,
    turn: 0,
  }))
  const [page, setPage] = useState<Page | null>(null)
  const [error, setError] = useState<RequestError | null>(null)
  const [isSaving, setSaving] = useState(false)
  const handOver = useRestFile(staged, form.code, file)
  const { show, pageNo } = asked

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever it is another turn
  useEffect(() => {
    const control = new AbortController()
    setError(null)
    staged.rows(form.code, file.id, { show, pageNo, pageSize: PAGE_SIZE }, { signal: control.signal }).then(
      ({ records, total }) => setPage({ rows: records, total }),
      (caught: unknown) => {
        if (!control.signal.aborted) setError(asRequestError(caught))
      },
    )
    return () => control.abort()
  }, [staged, form.code, file.id, show, pageNo, asked.turn])

  /** Cells are sent one change after the other, so that the last one is the one that is judged last. */
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const mend = useCallback(
    (cells: readonly MendedCell[]): Promise<readonly StagedRow[]> => {
      const sent = sending.current.then(async () => {
        const { rows, counts: now } = await staged.mend(form.code, file.id, cells)
        setCounts(now)
        return rows
      })
      sending.current = sent.catch(() => undefined)
      return sent.catch((caught: unknown) => {
        const refused = asRequestError(caught)
        if (!refused.announced) void message.error(refused.message)
        return []
      })
    },
    [staged, form.code, file.id, message],
  )

  async function handleSave() {
    setSaving(true)
    try {
      // What was typed last is part of it.
      await sending.current
      onSaving(await staged.save(form.code, file.id))
    } catch (caught) {
      const refused = asRequestError(caught)
      setSaving(false)
      if (!refused.announced) void message.error(refused.message)
    }
  }

  const good = (counts?.new ?? 0) + (counts?.changed ?? 0)
  const sorts = Object.keys(SORTS) as (keyof FileCounts)[]
  return (
    <>
      <Flex justify="space-between" gap={8} wrap align="center">
        <div className="import-workbench-sorts">
          <Segmented<keyof FileCounts>
            aria-label={t('显示哪些行')}
            value={show}
            options={sorts.map((sort) => ({
              value: sort,
              label: `${SORTS[sort]} ${counts?.[sort] ?? ''}`,
              disabled: sort !== 'all' && counts?.[sort] === 0 && sort !== show,
            }))}
            onChange={(sort) => setAsked({ show: sort, pageNo: 1, turn: asked.turn + 1 })}
          />
        </div>
        <Pagination
          size="small"
          simple
          hideOnSinglePage
          current={pageNo}
          pageSize={PAGE_SIZE}
          total={page?.total ?? 0}
          onChange={(number) => setAsked({ show, pageNo: number, turn: asked.turn })}
        />
      </Flex>
      {error ? (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={
            <Button size="small" onClick={() => setAsked({ ...asked, turn: asked.turn + 1 })}>
              {t('重试')}
            </Button>
          }
        />
      ) : null}
      {page ? (
        <RowsGrid
          staged={staged}
          form={form}
          file={file}
          rows={page.rows}
          onMend={mend}
          disabled={isSaving}
        />
      ) : (
        <Skeleton active />
      )}
      <Flex className="import-workbench-buttons" justify="end" gap={8} wrap>
        <Button disabled={isSaving} onClick={onBack}>
          {t('重新匹配')}
        </Button>
        <Button disabled={(counts?.problems ?? 0) === 0} onClick={() => void handOver()}>
          {t('下载有问题的行')}
        </Button>
        <Button type="primary" loading={isSaving} disabled={good === 0} onClick={() => void handleSave()}>
          {t('导入 {good} 行', { good })}
        </Button>
      </Flex>
    </>
  )
}
