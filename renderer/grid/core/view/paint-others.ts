import { t } from '#schemas/text/text.ts'
import type { Other } from '../features/others.ts'

/** Marks a cell that somebody else is in; the name stands at the cell while it is edited. */
export function paintOther(td: HTMLElement, other: Other | null): void {
  td.classList.toggle('data-grid-other', other !== null)
  // The element is used again for other cells: what does not apply must be taken off.
  if (other?.isEditing) td.dataset.other = other.name
  else delete td.dataset.other
  if (other) td.style.setProperty('--data-grid-other', other.color)
  else td.style.removeProperty('--data-grid-other')
}

/** Marks the head of a row that others are in. */
export function paintOthers(th: HTMLElement, others: readonly Other[]): void {
  const [first] = others
  th.classList.toggle('data-grid-other-row', first !== undefined)
  if (!first) {
    th.removeAttribute('title')
    th.style.removeProperty('--data-grid-other')
    return
  }
  th.title = t('{names} 在这一行', { names: others.map(({ name }) => name).join('、') })
  th.style.setProperty('--data-grid-other', first.color)
}

/** What is said of a cell that somebody else is in. */
export function sayOther(other: Other | null): string | null {
  if (!other) return null
  const { name } = other
  return other.isEditing ? t('{name} 正在编辑', { name }) : t('{name} 在这里', { name })
}
