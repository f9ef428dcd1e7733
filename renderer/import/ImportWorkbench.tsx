import { Alert, Button, Drawer, Flex, Progress, Skeleton, Steps } from 'antd'
import { useState } from 'react'
import type { FileState } from '#schemas/api/import-workbench.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { StagedFiles } from '../data/staged-files.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { useScreen } from '../kit/use-screen.ts'
import { useRenderer } from '../widget/renderer-context.tsx'
import { CheckStep } from './CheckStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { MatchStep } from './MatchStep.tsx'
import { StartStep } from './StartStep.tsx'
import { useStagedFile } from './use-staged-file.ts'
import './workbench.css'

interface Props {
  form: CompiledForm
  /** Files that were chosen already: they are sent at once. */
  chosen: readonly File[]
  /** Rows were added or changed: what is shown is loaded again. */
  onChanged(): void
  /** A file is to be taken in without being looked through. */
  onPlain(file: File): void
  onClose(): void
}

const STEPS: Readonly<Record<FileState, number>> = { matching: 1, judging: 2, ready: 2, saving: 3, done: 3 }

/** Takes files of rows in by steps: sent, matched, looked through and mended, saved. What was begun is found again. */
export function ImportWorkbench({ form, chosen, onChanged, onPlain, onClose }: Props) {
  const { client } = useRenderer()
  const [isOpen, setOpen] = useState(true)
  const [id, setId] = useState<string | null>(null)
  const [first, setFirst] = useState(chosen)
  const staged = client.stagedFiles
  if (!staged) return null
  return (
    <Drawer
      open={isOpen}
      title={t('导入工作台：{title}', { title: form.title })}
      size="100%"
      className="import-workbench"
      destroyOnHidden
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClose()}
    >
      <FocusReturn />
      {id === null ? (
        <>
          <BenchSteps at={0} />
          <StartStep
            staged={staged}
            form={form.code}
            chosen={first}
            onPlain={onPlain}
            onOpen={(file) => {
              setFirst([])
              setId(file)
            }}
          />
        </>
      ) : (
        <FileSteps
          key={id}
          {...{ staged, form, id, onChanged }}
          onLeave={() => setId(null)}
          onClose={() => setOpen(false)}
        />
      )}
    </Drawer>
  )
}

function BenchSteps({ at }: { at: number }) {
  const titles = [t('选择文件'), t('匹配列'), t('核对与修改'), t('完成')]
  const isNarrow = useScreen() === 'xs'
  return (
    <>
      <Steps
        size="small"
        responsive={false}
        current={at}
        items={titles.map((title, index) => ({
          // A telephone has no room for the titles beside each other: that of the step stands below.
          title: isNarrow ? undefined : title,
          'aria-label': title,
          ...(index === at ? { 'aria-current': 'step' as const } : {}),
        }))}
      />
      {isNarrow ? (
        <div className="import-workbench-name">
          {t('第 {place} 步，共 {count} 步：{title}', {
            place: at + 1,
            count: titles.length,
            title: titles[at] ?? '',
          })}
        </div>
      ) : null}
    </>
  )
}

interface FileStepsProps {
  staged: StagedFiles
  form: CompiledForm
  id: string
  onChanged(): void
  onLeave(): void
  onClose(): void
}

function FileSteps({ staged, form, id, onChanged, onLeave, onClose }: FileStepsProps) {
  const { file, error, show, reload } = useStagedFile(staged, form.code, id)
  /** The columns are looked at again although they were matched. */
  const [isBack, setBack] = useState(false)
  if (error)
    return (
      <Alert
        type="error"
        showIcon
        title={error.message}
        action={
          <Flex gap={8}>
            <Button size="small" onClick={reload}>
              {t('重试')}
            </Button>
            <Button size="small" onClick={onLeave}>
              {t('返回')}
            </Button>
          </Flex>
        }
      />
    )
  if (!file) return <Skeleton active />
  const isMatching = file.state === 'matching' || (isBack && file.state === 'ready')
  return (
    <>
      <BenchSteps at={isMatching ? 1 : STEPS[file.state]} />
      <div className="import-workbench-name">{file.name}</div>
      {file.failure ? <Alert type="error" showIcon role="alert" title={file.failure} /> : null}
      {isMatching ? (
        <MatchStep
          staged={staged}
          form={form.code}
          file={file}
          onLeave={onLeave}
          onMatched={(next) => {
            setBack(false)
            show(next)
          }}
        />
      ) : null}
      {file.state === 'judging' || file.state === 'saving' ? (
        <div className="import-workbench-work" role="status">
          <div>
            {file.state === 'judging'
              ? t('正在校验 {done} / {total} 行，可以离开，稍后回来继续', file)
              : t('正在导入 {done} 行，可以离开，稍后回来查看', file)}
          </div>
          <Progress percent={Math.round((file.done / Math.max(1, file.total)) * 100)} status="active" />
        </div>
      ) : null}
      {file.state === 'ready' && !isMatching ? (
        <CheckStep
          key={file.id}
          staged={staged}
          form={form}
          file={file}
          onBack={() => setBack(true)}
          onSaving={show}
        />
      ) : null}
      {file.state === 'done' ? (
        <DoneStep {...{ staged, form, file, onChanged, onClose }} onMore={onLeave} />
      ) : null}
    </>
  )
}
