import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#schemas/text/text.ts'
import { comingText } from './coming-text.tsx'

interface Props {
  /** Stored values that nothing has a text for any more, or whose text the reader may not see. */
  values: readonly string[]
  /** What is shown of them; the values themselves where it is absent. */
  children?: ReactNode
}

/** Stored values stay in sight when what they name is gone, and say so. */
export function GoneValue({ values, children = values.join('，') }: Props) {
  return (
    <span title={t('{value}：已不存在，或您无权查看', { value: values.join('，') })}>
      {children}{' '}
      <Tag color="warning" style={{ marginInlineEnd: 0 }}>
        {t('已失效')}
      </Tag>
    </span>
  )
}

/** What stands for a stored value: its text; null while it is under way, undefined where nothing has one any more. */
export function valueText(value: string, text: string | null | undefined): ReactNode {
  return text === undefined ? <GoneValue values={[value]} /> : comingText(text)
}
