import { InboxOutlined } from '@ant-design/icons'
import { Alert, App, Button, Flex, Modal, Progress, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { useTellDone } from '../actions/use-tell-done.tsx'
import type { ImportOutcome } from '../data/data-client.ts'
import { asRequestError } from '../data/use-request.ts'
import { FocusReturn } from '../kit/FocusReturn.tsx'
import { handOverFile } from '../kit/hand-over-file.ts'
import { useRenderer } from '../widget/renderer-context.tsx'

const ENDINGS = ['.xls', '.xlsx', '.csv'] as const
/** Mistakes that are spelled out; the file has them all. */
const MOST_SHOWN = 5

interface ChosenFile {
  file: File
  /** Names its import, so that a second try after a broken line imports nothing twice. */
  key: string
}

function chosenFile(file: File): ChosenFile {
  return { file, key: crypto.randomUUID() }
}

/** A file of which lines were refused. */
type Refused = ImportOutcome & { source: File }

interface Props {
  form: CompiledForm
  /** Files that were chosen already. */
  chosen?: readonly File[]
  /** Rows were added: what is shown is loaded again. */
  onChanged(): void
  /** Files are to be looked through before they are taken in. */
  onWorkbench(files: readonly File[]): void
  onClose(): void
}

/** Takes files of rows in: chosen, sent one after the other, then closed, or open with what was wrong in which file. */
export function ImportDialog({ form, chosen = [], onChanged, onWorkbench, onClose }: Props) {
  const { client } = useRenderer()
  const { message } = App.useApp()
  const tellDone = useTellDone()
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => chosen.map(chosenFile))
  const [warnings, setWarnings] = useState<readonly { source: File; name: string; outcome: ImportOutcome }[]>(
    [],
  )
  /** Share of the file that is being sent; null while none is. */
  const [share, setShare] = useState<number | null>(null)
  const isSending = share !== null
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const control = new AbortController()
    leaving.current = control
    return () => control.abort()
  }, [])

  function handleChoose(file: File) {
    if (ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending)))
      setFiles((known) => [...known, chosenFile(file)])
    else void message.warning(t('仅支持 {endings} 文件', { endings: ENDINGS.join('、') }))
    // It is sent when the button is pressed.
    return false
  }

  /** Sends one file; true where it is done with, with or without bad lines. */
  async function send({ file, key }: ChosenFile): Promise<ImportOutcome | null> {
    let operation: string | null = null
    try {
      const outcome = await client.importRows?.(form.code, file, {
        key,
        signal: leaving.current.signal,
        onProgress: setShare,
        onDone: (name) => {
          operation = name
        },
      })
      if (!outcome) return null
      if (outcome.kept > 0) onChanged()
      if (outcome.refused > 0) setWarnings((known) => [...known, { source: file, name: file.name, outcome }])
      if (outcome.kept > 0 || outcome.refused === 0)
        tellDone(form, outcome.message || t('文件上传成功'), operation, onChanged)
      return outcome
    } catch (caught) {
      const error = asRequestError(caught)
      if (!leaving.current.signal.aborted && !error.announced)
        void message.warning(`${file.name} ${error.message}`)
      return null
    }
  }

  async function handleImport() {
    if (files.length === 0) return void message.warning(t('请先选择文件'))
    setWarnings([])
    let isFine = true
    try {
      for (const one of files) {
        setShare(0)
        const outcome = await send(one)
        if (leaving.current.signal.aborted) return
        if (outcome) setFiles((known) => known.filter(({ key }) => key !== one.key))
        if (!outcome || outcome.refused > 0) isFine = false
      }
    } finally {
      setShare(null)
    }
    if (isFine) onClose()
  }

  const template = () =>
    handOverFile(
      client.importTemplate?.(form.code) ?? Promise.resolve(new Blob()),
      `${form.title}${t('导入模板')}.xlsx`,
      (text) => void message.warning(text),
    )

  /** What was refused is mended there: all of the file where nothing of it was kept, else what came back. */
  async function mend({ kept, rest, source }: Refused) {
    if (kept === 0) return onWorkbench([source])
    const answer = rest && (await fetch(rest.url).catch(() => null))
    if (!rest || !answer?.ok) return void message.warning(t('文件下载失败'))
    onWorkbench([new File([await answer.blob()], rest.name)])
  }

  return (
    <Modal
      open
      title={t('导入 Excel')}
      okText={isSending ? t('正在导入…') : t('开始导入')}
      cancelText={warnings.length > 0 && !isSending ? t('关闭') : t('取消')}
      okButtonProps={{ loading: isSending, disabled: files.length === 0 }}
      onOk={() => void handleImport()}
      onCancel={onClose}
    >
      <FocusReturn />
      <Upload.Dragger
        multiple
        accept={ENDINGS.join(',')}
        disabled={isSending}
        beforeUpload={handleChoose}
        onRemove={({ uid }) => setFiles((known) => known.filter(({ key }) => key !== uid))}
        fileList={files.map(({ file, key }) => ({ uid: key, name: file.name }))}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">{t('点击选择文件，或将文件拖到这里')}</p>
        <p className="ant-upload-hint">{t('支持 .xls、.xlsx 和 .csv，可以选择多个文件')}</p>
        {form.subTables.length > 0 ? (
          <p className="ant-upload-hint">{t('子表写在同名工作表中，以“序号”列对应主表的行')}</p>
        ) : null}
      </Upload.Dragger>
      <Flex gap={16} wrap>
        {client.importTemplate ? (
          <Button type="link" style={{ paddingInline: 0 }} onClick={() => void template()}>
            {t('下载导入模板')}
          </Button>
        ) : null}
        {client.stagedFiles ? (
          <Button
            type="link"
            style={{ paddingInline: 0 }}
            disabled={isSending}
            onClick={() => onWorkbench(files.map(({ file }) => file))}
          >
            {t('导入工作台（先核对、修改再导入）')}
          </Button>
        ) : null}
      </Flex>
      {isSending ? <Progress percent={Math.round(share * 100)} status="active" /> : null}
      {warnings.map(({ source, name, outcome }) => (
        <ImportWarning
          key={name}
          name={name}
          outcome={outcome}
          onMend={client.stagedFiles ? () => void mend({ ...outcome, source }) : null}
        />
      ))}
    </Modal>
  )
}

/** What of a file was not taken in, and the file of it. */
function ImportWarning({
  name,
  outcome,
  onMend,
}: {
  name: string
  outcome: ImportOutcome
  onMend: (() => void) | null
}) {
  const { kept, refused, mistakes, rest } = outcome
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      style={{ marginTop: 12 }}
      title={kept > 0 ? t('导入成功，但是有错误数据！') : t('没有导入任何数据')}
      description={
        <>
          <div>{t('{name}：成功 {kept} 行，错误 {refused} 行', { name, kept, refused })}</div>
          {mistakes.slice(0, MOST_SHOWN).map(({ line, message, sheet }) => (
            <div key={`${sheet ?? ''} ${line}`}>
              {sheet === undefined
                ? t('第 {line} 行：{message}', { line, message })
                : t('工作表“{sheet}”第 {line} 行：{message}', { sheet, line, message })}
            </div>
          ))}
          {refused > MOST_SHOWN ? <div>…</div> : null}
          {rest ? (
            <div>
              {t('具体详情请')}{' '}
              <a href={rest.url} target="_blank" rel="noreferrer" download={rest.name}>
                {t('点击下载')}
              </a>
            </div>
          ) : null}
          {onMend ? (
            <Button size="small" onClick={onMend}>
              {t('在工作台中修改')}
            </Button>
          ) : null}
        </>
      }
    />
  )
}
