const DIALOG = '.ant-modal-wrap, .ant-drawer-open'

/** The dialogs and drawers that are on the screen, the one in front last. Those of hidden tabs are not. */
export function openDialogs(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(DIALOG)].filter((dialog) => !isHidden(dialog))
}

function isHidden(element: HTMLElement): boolean {
  for (let at: HTMLElement | null = element; at; at = at.parentElement)
    if (at.style.display === 'none') return true
  return false
}
