import type { ReactNode } from 'react'
import { t } from '#schemas/text/text.ts'
import './coming-text.css'

/** Stands where a text is under way: the key that it belongs to would mean nothing to its reader. */
export function comingText(text: string | null): ReactNode {
  return text ?? <span className="expo-coming-text" role="img" aria-label={t('加载中')} />
}
