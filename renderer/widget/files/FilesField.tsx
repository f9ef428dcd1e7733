import { UploadOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useContext, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { UploadedFile } from '#schemas/api/file.ts'
import { t } from '#schemas/text/text.ts'
import type { FileOptions } from '#schemas/widget/file.ts'
import type { FieldProps } from '../widget.ts'
import { ArrivingFiles, FileEntry } from './FileEntry.tsx'
import { DownloadAll } from './FileTools.tsx'
import './files.css'
import { pictures } from './file-name.ts'
import { knownFiles, zipAddress } from './known-files.ts'
import { PictureGroup } from './PictureGroup.tsx'
import { PendingUploadsContext } from './pending-uploads.ts'
import { createUploadQueue, type FailedFile, type Upload } from './upload-queue.ts'
import { useFileUpload } from './use-file-upload.ts'

const MB = 1024 * 1024

export interface FilesFieldProps extends FieldProps<FileOptions, string[]> {
  only?: 'image' | 'file' | undefined
  /** Told of the files under way, and of each that comes to its end. */
  onUploads?: ((uploads: readonly Upload[]) => void) | undefined
}

/** Files of a record: chosen, dragged in or pasted; seen, put in order, downloaded and removed. */
export function FilesField(props: FilesFieldProps) {
  const { id, field, value, options, row, disabled, invalid, onChange, only } = props
  const { message, modal } = App.useApp()
  const upload = useFileUpload(field.name)
  const pending = useContext(PendingUploadsContext)
  const chooser = useRef<HTMLInputElement>(null)
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef<ReturnType<typeof createUploadQueue> | null>(null)
  const known = knownFiles(row, field.name)
  const zip = zipAddress(row, field.name)
  const { uploadnum = 0, maxSize, allowDownload = true, allowRemove = true } = options
  const isLocked = disabled || upload === null

  const send = useEffectEvent(
    (file: File, call: { signal: AbortSignal; onProgress(share: number): void }) => {
      if (!upload) throw new Error(t('该服务器不支持上传文件'))
      return upload(file, call)
    },
  )
  const begin = useEffectEvent(() => pending?.begin() ?? (() => {}))
  const handleTurn = useEffectEvent((turned: readonly Upload[]) => {
    setUploads(turned)
    props.onUploads?.(turned)
  })
  const handleDone = useEffectEvent(({ path }: UploadedFile) => {
    const next = [...value.filter((one) => one !== path), path]
    onChange(uploadnum > 0 ? next.slice(-uploadnum) : next)
  })
  const handleFailed = useEffectEvent((failed: readonly FailedFile[]) => {
    modal.confirm({
      title: t('文件上传失败'),
      content: failed.map(({ file, message: said }) => (
        <p key={`${file.name}-${file.lastModified}`}>
          {t('{fileName} 上传失败.', { fileName: file.name })}
          {said}
        </p>
      )),
      okText: t('重试'),
      cancelText: t('取消'),
      onOk: () => queue.current?.add(failed.map(({ file }) => file)),
    })
  })

  useLayoutEffect(() => {
    const made = createUploadQueue({
      send: (file, call) => send(file, call),
      begin: () => begin(),
      onTurn: (turned) => handleTurn(turned),
      onDone: (file) => handleDone(file),
      onFailed: (failed) => handleFailed(failed),
    })
    queue.current = made
    return () => made.close()
  }, [])

  const add = (files: readonly File[]) => {
    const refused = files.map((file) => refusalOf(file, only, maxSize))
    for (const refusal of new Set(refused)) if (refusal !== null) message.warning(refusal)
    const fit = files.filter((_, at) => refused[at] === null)
    if (!isLocked && fit.length > 0) queue.current?.add(fit)
  }
  const move = (at: number, by: -1 | 1) => {
    const to = at + by
    if (to < 0) return message.warning(t('未知的操作'))
    if (to >= value.length) return message.warning(t('已到最后~'))
    const next = [...value]
    next.splice(to, 0, ...next.splice(at, 1))
    onChange(next)
  }

  return (
    <section
      aria-label={field.title}
      className="expo-files"
      data-invalid={invalid || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        add([...event.dataTransfer.files])
      }}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length > 0) add(files)
      }}
    >
      <Button id={id} icon={<UploadOutlined />} disabled={isLocked} onClick={() => chooser.current?.click()}>
        {only === 'image' ? t('上传图片') : t('上传文件')}
      </Button>
      {zip && value.length > 1 && allowDownload ? <DownloadAll address={zip} /> : null}
      <span className="expo-files-hint">{isLocked ? null : t('可拖入或粘贴')}</span>
      <input
        ref={chooser}
        type="file"
        name="file"
        multiple={uploadnum !== 1}
        {...(only === 'image' ? { accept: 'image/*' } : {})}
        hidden
        disabled={isLocked}
        aria-label={t('选择文件')}
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <ul className="expo-files-list">
        <PictureGroup pictures={pictures(value, known)}>
          {value.map((path, at) => (
            <FileEntry
              key={path}
              path={path}
              file={known(path)}
              disabled={disabled}
              allowDownload={allowDownload}
              allowRemove={allowRemove}
              onMove={value.length > 1 ? (by) => void move(at, by) : undefined}
              onRemove={() => onChange(value.filter((one) => one !== path))}
            />
          ))}
        </PictureGroup>
        <ArrivingFiles uploads={uploads} />
      </ul>
    </section>
  )
}

/** Why a file is not taken; null when it is. */
function refusalOf(
  file: File,
  only: 'image' | 'file' | undefined,
  maxSize: number | undefined,
): string | null {
  const isImage = file.type.includes('image')
  if (only === 'image' && !isImage) return t('请上传图片')
  if (only === 'file' && isImage) return t('请上传文件')
  if (maxSize === undefined || file.size <= maxSize * MB) return null
  return t('{fileName} 超过 {maxSize} MB', { fileName: file.name, maxSize })
}
