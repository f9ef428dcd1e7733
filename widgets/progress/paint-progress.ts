import './progress.css'

/** A stored value as a share of 100; null for what is none. */
export function shareOf(value: number | string | null): number | null {
  const share = value === null || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(share) && share >= 0 && share <= 100 ? share : null
}

/** Draws a bar into the cell of a grid, and what is no share as it is. */
export function paintProgress(td: HTMLElement, value: number | string | null): void {
  const share = shareOf(value)
  if (share === null) {
    td.textContent = String(value ?? '')
    return
  }
  const bar = document.createElement('span')
  bar.className = 'expo-progress-bar'
  const done = document.createElement('span')
  done.style.inlineSize = `${share}%`
  bar.append(done)
  const text = document.createElement('span')
  text.textContent = `${share}%`
  const both = document.createElement('span')
  both.className = 'expo-progress'
  both.append(bar, text)
  td.append(both)
}
