import { App, Button, ColorPicker, Flex, Upload } from 'antd'
import { MAX_LOGO } from '#schemas/api/setting.ts'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'

const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
/** A picture grows by a third where it becomes text. */
const MAX_BYTES = Math.floor((MAX_LOGO * 3) / 4) - 100

interface Props {
  row: Row
  disabled: boolean
  onChange(changes: Row): void
}

/** Logo and colour, which a picture and a palette say better than their texts. */
export function LookFields({ row, disabled, onChange }: Props) {
  const { message } = App.useApp()
  const logo = String(row.logo ?? '')

  async function take(file: File): Promise<void> {
    if (!PICTURES.includes(file.type) || file.size > MAX_BYTES) {
      message.error(t('标志应为 PNG、JPEG、WebP 或 GIF 图片，不超过 100 KB'))
      return
    }
    onChange({ logo: await asText(file) })
  }

  return (
    <Flex gap={16} wrap align="center" className="settings-look">
      <img src={logo === '' ? '/logo.svg' : logo} alt={t('标志')} height={40} />
      <Upload
        accept={PICTURES.join(',')}
        showUploadList={false}
        disabled={disabled}
        beforeUpload={(file) => {
          void take(file)
          return false
        }}
      >
        <Button disabled={disabled}>{t('选择标志')}</Button>
      </Upload>
      {logo !== '' && (
        <Button disabled={disabled} onClick={() => onChange({ logo: '' })}>
          {t('用默认标志')}
        </Button>
      )}
      <ColorPicker
        value={String(row.color ?? '')}
        disabled={disabled}
        disabledAlpha
        showText={() => t('选择主题色')}
        onChangeComplete={(color) => onChange({ color: color.toHexString().toUpperCase() })}
      />
    </Flex>
  )
}

function asText(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('not read'))
    reader.readAsDataURL(file)
  })
}
