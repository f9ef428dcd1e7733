import { LoadingOutlined, PictureOutlined } from '@ant-design/icons'
import { useRef } from 'react'
import { t } from '#schemas/text/text.ts'
import { ToolButton } from './ToolButton.tsx'

interface Props {
  disabled: boolean
  /** Pictures are under way. */
  isSending: boolean
  onPictures(files: readonly File[]): void
}

/** Chooses pictures for a text. */
export function PictureTool({ disabled, isSending, onPictures }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton
        title={t('图片')}
        icon={isSending ? <LoadingOutlined /> : <PictureOutlined />}
        disabled={disabled}
        onPress={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        type="file"
        name="file"
        accept="image/*"
        multiple
        hidden
        disabled={disabled}
        aria-label={t('图片')}
        onChange={(event) => {
          onPictures([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}
