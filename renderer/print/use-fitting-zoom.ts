import { type RefCallback, useCallback, useState } from 'react'

const PX_PER_MM = 96 / 25.4
/** What stands beside a page on the screen (px). */
const BESIDE = 24

/** How large a sheet of this width (mm) is shown, so that it fits into the desk it lies on; never larger than it is. */
export function useFittingZoom(width: number): { desk: RefCallback<HTMLElement>; zoom: number } {
  const [room, setRoom] = useState<number | null>(null)
  const desk = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const wanted = width * PX_PER_MM
  return { desk, zoom: room && wanted > 0 ? Math.min(1, Math.max(0.1, (room - BESIDE) / wanted)) : 1 }
}
