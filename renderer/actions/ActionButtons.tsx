import { Button, Tooltip } from 'antd'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { ActionGlyph } from './ActionGlyph.tsx'
import type { Action } from './action.ts'
import type { ActionRunner } from './use-action-runner.tsx'

interface Props {
  actions: readonly Action[]
  records: readonly Row[]
  runner: ActionRunner
  /** Small, as links: beside a text. */
  inline?: boolean
  /** An action that the records do not allow is left out instead of being locked. */
  hidesRefused?: boolean
}

/** Buttons of actions; while one runs, all are locked. */
export function ActionButtons({ actions, records, runner, inline = false, hidesRefused = false }: Props) {
  const { running, can, press } = runner
  return actions.map((action) => {
    const { code, title, icon, danger = false, primary = false } = action
    const allowed = can(action, records)
    if (!allowed && hidesRefused) return null
    const button = (
      <Button
        key={code}
        type={inline ? 'link' : primary ? 'primary' : 'default'}
        {...(inline ? { size: 'small' as const } : {})}
        danger={danger}
        {...(icon ? { icon: <ActionGlyph icon={icon} /> } : {})}
        loading={running === code}
        disabled={!allowed || (running !== null && running !== code)}
        onClick={() => void press(action, records)}
      >
        {title}
      </Button>
    )
    return allowed ? (
      button
    ) : (
      <Tooltip key={code} title={t('所选记录中有不能“{title}”的', { title })}>
        {button}
      </Tooltip>
    )
  })
}
