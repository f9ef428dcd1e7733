import { AfterPage } from '../kit/AfterPage.tsx'
import { lazyNamed } from '../kit/load-chunk.ts'

const Bell = lazyNamed(() => import('./Bell.tsx'), 'Bell')

/** Place of the bell in the header; its program is loaded when the page is there. */
export function BellSlot() {
  return (
    <span className="bell-slot">
      <AfterPage>
        <Bell />
      </AfterPage>
    </span>
  )
}
