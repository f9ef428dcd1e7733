/** Draws a colour into the cell of a grid: a patch of it, and its value. */
export function paintColor(td: HTMLElement, value: string): void {
  if (value === '') return
  const patch = document.createElement('span')
  patch.className = 'expo-color-patch'
  patch.setAttribute('aria-hidden', 'true')
  // What is no colour leaves it empty.
  patch.style.background = value
  td.append(patch, value)
}
