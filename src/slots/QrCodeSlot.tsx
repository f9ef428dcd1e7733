import { Button, Popover, QRCode } from 'antd'
import type { SlotProps } from '#renderer/index.ts'
import { t } from '#schemas/text/text.ts'

/** Small enough for a row, large enough to be scanned, px. */
const SMALL = 44
const LARGE = 200

/** The value as a code to be scanned; a press shows it large. */
export function QrCodeSlot({ value }: SlotProps) {
  const text = String(value ?? '')
  if (text === '') return null
  const code = (size: number) => (
    <QRCode
      value={text}
      size={size}
      type="svg"
      bordered={false}
      marginSize={1}
      color="#000"
      bgColor="#fff"
      style={{ inlineSize: '100%', blockSize: '100%', maxInlineSize: size, maxBlockSize: size }}
    />
  )
  return (
    <Popover
      trigger="click"
      content={<div style={{ inlineSize: LARGE, blockSize: LARGE }}>{code(LARGE)}</div>}
    >
      <Button
        type="text"
        aria-label={t('二维码 {text}', { text })}
        style={{ blockSize: SMALL, maxBlockSize: '100%', aspectRatio: 1, padding: 0 }}
      >
        {code(SMALL)}
      </Button>
    </Popover>
  )
}
