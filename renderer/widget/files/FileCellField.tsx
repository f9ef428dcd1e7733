import { Input } from 'antd'
import { useId, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { FocusReturn } from '../../kit/FocusReturn.tsx'
import { FilesDialog } from './FilesDialog.tsx'
import type { FilesFieldProps } from './FilesField.tsx'
import { fileName, shortName } from './file-name.ts'
import { knownFiles } from './known-files.ts'
import type { Upload } from './upload-queue.ts'

/** Files over a cell: what is there, or how far an upload is; edited in a dialog. */
export function FileCellField({ onChange, ...props }: FilesFieldProps) {
  const { id, field, value, row, disabled, invalid } = props
  const [open, setOpen] = useState(false)
  const [state, setState] = useState<string | null>(null)
  const dialogId = useId()
  const known = knownFiles(row, field.name)
  const names = value.map((path) => shortName(fileName(path, known(path))))
  return (
    <>
      <Input
        id={id}
        readOnly
        value={state ?? names.join('，')}
        disabled={disabled}
        status={invalid ? 'error' : ''}
        placeholder={t('点击上传文件')}
        aria-haspopup="dialog"
        onClick={() => !disabled && setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || disabled) return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {open ? (
        <>
          <FocusReturn />
          <FilesDialog
            {...props}
            id={dialogId}
            onUploads={(uploads) => setState((before) => stateOf(uploads) ?? before)}
            onCancel={() => setOpen(false)}
            onChange={(next) => {
              setOpen(false)
              setState(null)
              onChange(next)
            }}
          />
        </>
      ) : null}
    </>
  )
}

/** How far the files are; null where there is nothing to be said of them. */
function stateOf(uploads: readonly Upload[]): string | null {
  const first = uploads.find(({ item }) => item.status === 'uploading')
  if (first) return t('上传中({percent}%)', { percent: first.item.percent })
  const last = uploads.at(-1)?.item.status
  if (last === 'error') return t('上传失败')
  return last === 'done' ? t('上传完成') : null
}
