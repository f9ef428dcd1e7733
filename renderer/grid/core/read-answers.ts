import { t } from '#schemas/text/text.ts'
import { type GridColumn, plainText } from './columns.ts'
import type { PendingCell, PendingEvents } from './features/pending-texts.types.ts'
import type { GridEvents } from './grid-controller.types.ts'
import type { GridParts } from './grid-parts.ts'
import type { CellMeaning } from './resolve-texts.ts'
import type { Settlement } from './row-source.types.ts'
import { shortText } from './short-text.ts'

interface AfterLookUp {
  changed(): void
  refresh(): void
  judge(): void
  events(): GridEvents
}

/** What is done with the answers of the sources. */
export function pendingEvents(
  parts: GridParts,
  { changed, refresh, judge, events }: AfterLookUp,
): PendingEvents {
  const { source, texts, errors } = parts
  return {
    settled(answers) {
      const settlements: Settlement[] = []
      for (const { cell, meaning } of answers) {
        const { key, column, text } = cell
        errors.release(key, column.name, text)
        if ('refused' in meaning) {
          errors.refuse(key, column.name, text, meaning.refused)
          continue
        }
        texts.learn(column.name, meaning.value, meaning.text)
        texts.wasRead(column.name, text)
        const fill = fillOf(cell, meaning)
        settlements.push({ key, name: column.name, text, value: meaning.value, fill })
        errors.touch(key, Object.keys(fill))
      }
      if (source.settle(settlements)) changed()
      else refresh()
      const places = new Map(source.rows().map(({ key }, row) => [key, row]))
      const wrong = answers.flatMap(({ cell, meaning }) => {
        const row = places.get(cell.key)
        const isWrong = cell.isPasted && row !== undefined && 'refused' in meaning
        return isWrong ? [{ row, message: meaning.refused }] : []
      })
      if (wrong.length > 0) events().onPasted?.({ wrong, columns: 0, rows: 0 })
    },
    failed(cells, reason) {
      for (const { key, column, text } of cells)
        errors.refuse(key, column.name, text, failureText(column, text, reason))
      judge()
      parts.view?.repaint()
    },
  }
}

/** A sibling is not emptied when its own text came along with this one, nor when nothing is new. */
function fillOf({ before, given }: PendingCell, meaning: Exclude<CellMeaning, { refused: string }>) {
  const isNew = plainText(meaning.value) !== plainText(before)
  return Object.fromEntries(
    Object.entries(meaning.alsoSet).filter(([name, value]) => value !== null || (isNew && !given.has(name))),
  )
}

function failureText({ title }: GridColumn, text: string, reason: string): string {
  return t('{title}「{text}」没有核对成功：{reason}', { title, text: shortText(text), reason })
}
