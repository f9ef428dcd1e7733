import { App, Button } from 'antd'
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#schemas/text/text.ts'
import { createInsertGuard, INSERT_EVERY_MS } from '../core/features/insert-guard.ts'

type Props = Pick<ComponentProps<typeof Button>, 'type' | 'disabled' | 'children'> & { onInsert(): void }

/** Inserts rows; a second press right after the first, as of a hand that presses everything twice, adds no more. */
export function InsertButton({ onInsert, ...props }: Props) {
  const { message } = App.useApp()
  const press = useMemo(() => createInsertGuard(), [])
  const [rests, setRests] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const handleClick = (): void => {
    const outcome = press()
    if (outcome === 'too fast') message.warning({ key: 'too-fast', content: t('点击过快，请稍后再试') })
    if (outcome !== 'insert') return
    setRests(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setRests(false), INSERT_EVERY_MS)
    onInsert()
  }
  // Not disabled: it keeps the keyboard, and says why nothing comes.
  return (
    <Button
      {...props}
      size="small"
      aria-disabled={rests || undefined}
      {...(rests ? { className: 'sub-grid-rests' } : {})}
      onClick={handleClick}
    />
  )
}
