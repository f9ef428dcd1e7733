/**
 * Tells when an element that was hidden is shown, or becomes as wide as it was not before. A grid draws nothing while its tab is
 * hidden, so it is drawn again also where it comes back as wide as it was.
 */
export function watchWidth(element: Element, onShown: () => void): () => void {
  // As wide as it is now, it was drawn just before.
  let width = Math.round(element.clientWidth)
  const observer = new ResizeObserver(([entry]) => {
    const next = Math.round(entry?.contentRect.width ?? 0)
    if (next === width) return
    width = next
    if (next > 0) onShown()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
