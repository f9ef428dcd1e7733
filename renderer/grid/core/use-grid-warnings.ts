import { App } from 'antd'
import { useMemo } from 'react'
import { t } from '#schemas/text/text.ts'
import type { GridEvents, PasteReport } from './grid-controller.types.ts'
import { shortText } from './short-text.ts'

/** Says what a grid did not take as it was meant: texts that number cells reverted, what is wrong with a paste, why rows are seen again. */
export function useGridWarnings(): Required<Pick<GridEvents, 'onReverted' | 'onPasted' | 'onUnfiltered'>> {
  const { message } = App.useApp()
  return useMemo(
    () => ({
      onReverted(texts) {
        const [first] = texts
        if (!first) return
        const which = t('第 {row} 行 {title}「{text}」', {
          row: first.row + 1,
          title: first.column.title,
          text: shortText(first.text),
        })
        const count = texts.length > 1 ? t('等 {count} 处', { count: texts.length }) : ''
        message.warning(t('{which}{count}不是数字，已保留原值', { which, count }))
      },
      onPasted(report) {
        message.warning(pasteText(report))
      },
      onUnfiltered() {
        message.info(t('出错的行已被筛选隐藏，已清除筛选'))
      },
    }),
    [message],
  )
}

function pasteText({ wrong, columns, rows }: PasteReport): string {
  const [first] = wrong
  const parts: string[] = []
  if (first) {
    const { message } = first
    parts.push(
      t('粘贴的 {count} 处有误，已保留并标出：第 {row} 行 {message}', {
        count: wrong.length,
        row: first.row + 1,
        message,
      }),
    )
  }
  if (columns > 0) parts.push(t('最后一列之外的 {count} 列没有粘贴', { count: columns }))
  if (rows > 0) parts.push(t('最后一行之外的 {count} 行没有粘贴', { count: rows }))
  return parts.join('；')
}
