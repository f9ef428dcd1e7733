import { InboxOutlined } from '@ant-design/icons'
import { Alert, App, Button, Flex, Progress, Upload } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { StagedFileLine } from '#schemas/api/import-workbench.ts'
import { t } from '#schemas/text/text.ts'
import type { StagedFiles } from '../data/staged-files.ts'
import { asRequestError } from '../data/use-request.ts'

const ENDINGS = ['.xls', '.xlsx', '.csv'] as const
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

interface Props {
  staged: StagedFiles
  form: string
  /** Files that are sent at once. */
  chosen: readonly File[]
  onOpen(file: string): void
  /** A file is to be taken in without being looked through. */
  onPlain(file: File): void
}

/** Files are chosen and sent, or one that was begun is taken up again. */
export function StartStep({ staged, form, chosen, onOpen, onPlain }: Props) {
  const { message } = App.useApp()
  const [lines, setLines] = useState<readonly StagedFileLine[]>([])
  const [share, setShare] = useState<number | null>(null)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  /** Files with rows of sub tables, which are not looked through here. */
  const [partly, setPartly] = useState<readonly { id: string; file: File; titles: readonly string[] }[]>([])
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const control = new AbortController()
    leaving.current = control
    staged.files(form, { signal: control.signal }).then(setLines, () => undefined)
    return () => control.abort()
  }, [staged, form])

  const send = useCallback(
    async (files: readonly File[]) => {
      const { signal } = leaving.current
      setRefusals([])
      setPartly([])
      const added: StagedFileLine[] = []
      // One after the other: a file that is refused does not take the others along.
      for (const file of files)
        try {
          setShare(0)
          const some = await staged.add(form, [file], { signal, onProgress: setShare })
          added.push(...some)
          const more = some.flatMap(({ id, unread }) => (unread ? [{ id, file, titles: unread }] : []))
          setPartly((known) => [...known, ...more])
        } catch (caught) {
          if (signal.aborted) return
          const error = asRequestError(caught)
          setRefusals((known) => [...known, `${file.name} ${error.message}`])
        }
      setShare(null)
      const [only] = added
      if (added.length === 1 && files.length === 1 && only && !only.unread) onOpen(only.id)
      else setLines((known) => [...added, ...known])
    },
    [staged, form, onOpen],
  )
  const first = useRef(chosen)
  useEffect(() => {
    const files = first.current
    first.current = []
    if (files.length > 0) void send(files)
  }, [send])

  const remove = async (id: string) => {
    try {
      await staged.remove(form, id)
      setLines((known) => known.filter((line) => line.id !== id))
    } catch (caught) {
      const error = asRequestError(caught)
      if (!error.announced) void message.error(error.message)
    }
  }
  const waiting = useRef<File[]>([])
  const handleChoose = (file: File, all: readonly File[]) => {
    if (ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending))) waiting.current.push(file)
    else void message.warning(t('仅支持 {endings} 文件', { endings: ENDINGS.join('、') }))
    if (file === all.at(-1)) void send(waiting.current.splice(0))
    return false
  }

  return (
    <>
      <Upload.Dragger
        multiple
        accept={ENDINGS.join(',')}
        disabled={share !== null}
        showUploadList={false}
        beforeUpload={handleChoose}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">{t('点击选择文件，或将文件拖到这里')}</p>
        <p className="ant-upload-hint">{t('支持 .xls、.xlsx 和 .csv，最多 5 万行，可以选择多个文件')}</p>
      </Upload.Dragger>
      {share !== null ? <Progress percent={Math.round(share * 100)} status="active" /> : null}
      {refusals.map((refusal) => (
        <Alert key={refusal} type="warning" showIcon role="alert" title={refusal} />
      ))}
      {partly.map(({ id, file, titles }) => (
        <Alert
          key={id}
          type="info"
          showIcon
          title={t('{name} 有 {count} 个子表（{titles}），导入工作台只读取主表', {
            name: file.name,
            count: titles.length,
            titles: titles.join('、'),
          })}
          description={
            <>
              <div>{t('要连同子表一起导入，请使用普通导入；只导入主表，请在下方点“继续”。')}</div>
              <Button size="small" onClick={() => void remove(id).then(() => onPlain(file))}>
                {t('改用普通导入')}
              </Button>
            </>
          }
        />
      ))}
      {lines.length > 0 ? (
        <section aria-label={t('尚未完成的导入')}>
          <div>{t('尚未完成的导入（保留 7 天）')}</div>
          <ul className="import-workbench-files">
            {lines.map((line) => (
              <li key={line.id}>
                <span>
                  {t('{name}，{total} 行，{ago}', {
                    name: line.name,
                    total: line.total,
                    ago: agoOf(line.age),
                  })}
                </span>
                <Flex gap={8}>
                  <Button
                    type="primary"
                    size="small"
                    aria-label={t('继续导入 {name}', { name: line.name })}
                    onClick={() => onOpen(line.id)}
                  >
                    {t('继续')}
                  </Button>
                  <Button
                    size="small"
                    danger
                    aria-label={t('放弃导入 {name}', { name: line.name })}
                    onClick={() => void remove(line.id)}
                  >
                    {t('放弃')}
                  </Button>
                </Flex>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

function agoOf(seconds: number): string {
  if (seconds < MINUTE) return t('刚刚')
  if (seconds < HOUR) return t('{count} 分钟前', { count: Math.floor(seconds / MINUTE) })
  if (seconds < DAY) return t('{count} 小时前', { count: Math.floor(seconds / HOUR) })
  return t('{count} 天前', { count: Math.floor(seconds / DAY) })
}
