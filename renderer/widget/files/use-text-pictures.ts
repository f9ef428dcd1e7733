import { App } from 'antd'
import { useContext, useState } from 'react'
import { LOCAL_PICTURE } from '#schemas/api/file.ts'
import { t } from '#schemas/text/text.ts'
import { inlinePicture } from './inline-picture.ts'
import { PendingUploadsContext } from './pending-uploads.ts'
import { keptAddress } from './text-pictures.ts'
import { useFileUpload } from './use-file-upload.ts'

interface TextPictures {
  /** Sends pictures one after the other; each is put into the text as it arrives. What is none, or is refused, is told. */
  add(files: readonly File[], put: (source: string, name: string) => void): Promise<void>
  isBusy: boolean
}

/** Pictures for the text of a field: uploaded, or held by the text itself where the server keeps none. */
export function useTextPictures(field: string): TextPictures {
  const { message } = App.useApp()
  const upload = useFileUpload(field)
  const pending = useContext(PendingUploadsContext)
  const [running, setRunning] = useState(0)

  async function sourceOf(file: File): Promise<string> {
    const kept = upload && (await upload(file))
    if (kept && kept.path !== LOCAL_PICTURE) return keptAddress(kept.url)
    return inlinePicture(file)
  }

  return {
    isBusy: running > 0,
    async add(files, put) {
      const pictures = files.filter(({ type }) => type.startsWith('image/'))
      if (pictures.length < files.length) message.error(t('请上传图片'))
      if (pictures.length === 0) return
      const ended = pending?.begin()
      setRunning((count) => count + 1)
      let isWhole = true
      for (const file of pictures) {
        try {
          put(await sourceOf(file), file.name)
        } catch (error) {
          isWhole = false
          const reason = error instanceof Error ? error.message : ''
          message.error(`${t('{fileName} 上传失败.', { fileName: file.name })}${reason}`)
        }
      }
      setRunning((count) => count - 1)
      ended?.(isWhole)
    },
  }
}
