import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Sheet } from '#schemas/compile/print-sheet.ts'
import type { LabelGrid } from '#schemas/page/print.ts'
import { PrintItems } from './PrintItems.tsx'
import { type Measured, paginate } from './paginate.ts'
import { type PrintItem, type PrintLine, type PrintPart, splitItem, staysWithNext } from './print-content.ts'

/** Items that are longer than a page are cut no more often than this. */
const MAX_CUTS = 12
/** Parts of a pixel that browsers round away between the screen and the paper. */
const SLACK = 2

interface Content {
  sheet: Sheet
  parts: readonly PrintPart[]
}

/** Several labels on each sheet of paper. */
interface Labels extends LabelGrid {
  sheet: Sheet
}

interface Props extends Content {
  /** What the pages stand on together; null where each is a sheet of its own. */
  labels: Labels | null
  /** How large the pages are on the screen. */
  zoom: number
  /** Whether pages can be printed; said again when others are made. */
  onReady(isReady: boolean): void
}

/** A part on its pages. */
interface PagedPart {
  part: PrintPart
  pages: readonly (readonly PrintItem[])[]
}

/**
 * Records on pages. They are measured as they are drawn, so that what is seen is what is printed: each page is a box of the size of
 * the sheet, and the browser breaks nothing by itself.
 */
export function PrintPages({ sheet, parts, labels, zoom, onReady }: Props) {
  const [paged, setPaged] = useState<{ of: Content; parts: readonly PagedPart[] } | null>(null)
  const isDone = paged !== null && paged.of.sheet === sheet && paged.of.parts === parts
  useEffect(() => {
    onReady(isDone)
    return () => onReady(false)
  }, [isDone, onReady])
  if (!isDone)
    return (
      <Measure
        key={partsKey(parts, sheet)}
        sheet={sheet}
        parts={parts}
        onDone={(found) => setPaged({ of: { sheet, parts }, parts: found })}
      />
    )
  const pages = paged.parts.flatMap(({ part, pages }) =>
    pages.map((items, at) => (
      <Page key={`${part.key} ${at}`} sheet={sheet} part={part} page={at + 1} pages={pages.length}>
        <PrintItems items={items} />
      </Page>
    )),
  )
  const { width, height } = labels?.sheet ?? sheet
  return (
    <div
      className="expo-print-pages"
      style={
        {
          '--expo-print-zoom': zoom,
          '--expo-print-width': `${width * zoom}mm`,
          '--expo-print-height': `${height * zoom}mm`,
        } as CSSProperties
      }
    >
      {(labels ? onSheets(pages, labels) : pages).map((page) => (
        <div key={page.key} className="expo-print-frame">
          {page}
        </div>
      ))}
    </div>
  )
}

/** Labels in lines, so many on each sheet. */
function onSheets(pages: readonly ReactElement[], { sheet, columns, rows, gap = 0 }: Labels): ReactElement[] {
  const each = columns * rows
  return Array.from({ length: Math.ceil(pages.length / each) }, (_, at) => (
    <section
      key={at}
      className="expo-print-page expo-print-labels"
      style={{
        ...sizeOf(sheet),
        gap: `${gap}mm`,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
      }}
    >
      {pages.slice(at * each, (at + 1) * each)}
    </section>
  ))
}

function sizeOf({ width, height, margin: { top, right, bottom, left } }: Sheet): CSSProperties {
  return { width: `${width}mm`, height: `${height}mm`, padding: `${top}mm ${right}mm ${bottom}mm ${left}mm` }
}

const keys = new WeakMap<object, number>()
let lastKey = 0
/** Other content is measured anew. */
function partsKey(...of: readonly object[]): string {
  return of
    .map((one) => {
      if (!keys.has(one)) keys.set(one, ++lastKey)
      return keys.get(one)
    })
    .join(' ')
}

function Measure({ sheet, parts, onDone }: Content & { onDone(parts: readonly PagedPart[]): void }) {
  const place = useRef<HTMLDivElement>(null)
  const [{ all, cuts }, setAll] = useState({ all: parts.map(({ items }) => items), cuts: 0 })
  useLayoutEffect(() => {
    const pages = [...(place.current?.querySelectorAll<HTMLElement>('.expo-print-page') ?? [])]
    const measured = all.map((items, at) => measuredItems(pages[at], items))
    const cut = all.map((items, at) => shortEnough(items, measured[at]))
    if (cuts < MAX_CUTS && cut.some((items, at) => items !== all[at]))
      return setAll({ all: cut, cuts: cuts + 1 })
    onDone(
      parts.map((part, at) => {
        const items = all[at] ?? []
        const { heights = [], room = 0 } = measured[at] ?? {}
        return {
          part,
          pages: paginate(heights, room).map((page) => page.flatMap((number) => items[number] ?? [])),
        }
      }),
    )
  }, [all, cuts, parts, onDone])
  return (
    <div ref={place} className="expo-print-measure" aria-hidden="true">
      {parts.map((part, at) => (
        // What stands on a page for the first time counts its pages in so many figures at most.
        <Page key={part.key} sheet={sheet} part={part} page={999} pages={999}>
          <PrintItems items={all[at] ?? []} />
        </Page>
      ))}
    </div>
  )
}

function measuredItems(
  page: HTMLElement | undefined,
  items: readonly PrintItem[],
): { heights: Measured[]; room: number } {
  // Where nothing is laid out, as outside of a browser, nothing is known of heights.
  const isDrawn = page !== undefined && page.offsetHeight > 0
  const room = isDrawn ? (page.querySelector('.expo-print-body')?.clientHeight ?? 0) - SLACK : Infinity
  const drawn = [...(page?.querySelectorAll<HTMLElement>('[data-print-item]') ?? [])]
  const heights = items.map((item, at): Measured => {
    const element = drawn[at]
    const withNext = staysWithNext(item, items[at + 1])
    const height = element ? outerHeight(element) : 0
    if (item.kind !== 'row') return { height, withNext }
    const head = element?.closest('table')?.tHead
    return { height, withNext, table: item.table, head: head ? outerHeight(head) : 0 }
  })
  return { heights, room }
}

function outerHeight(element: HTMLElement): number {
  const { marginTop, marginBottom } = getComputedStyle(element)
  return (
    element.getBoundingClientRect().height +
    (Number.parseFloat(marginTop) || 0) +
    (Number.parseFloat(marginBottom) || 0)
  )
}

/** The same items, those that are higher than a page in pieces. */
function shortEnough(
  items: readonly PrintItem[],
  measured: { heights: readonly Measured[]; room: number } | undefined,
): readonly PrintItem[] {
  if (!measured || measured.room <= 0) return items
  const { heights, room } = measured
  const tooHigh = (at: number) => {
    const { height = 0, head = 0 } = heights[at] ?? {}
    return height + head > room ? (room - head) / height : null
  }
  if (!items.some((_, at) => tooHigh(at) !== null)) return items
  let isCut = false
  const cut = items.flatMap((item, at) => {
    const part = tooHigh(at)
    // A little less than fits: characters are not equally wide.
    const pieces = part === null ? [item] : splitItem(item, part * 0.9)
    if (pieces.length > 1) isCut = true
    return pieces
  })
  return isCut ? cut : items
}

interface PageProps {
  sheet: Sheet
  part: PrintPart
  page: number
  pages: number
  children: ReactNode
}

function Page({ sheet, part, page, pages, children }: PageProps) {
  return (
    <section className="expo-print-page" style={sizeOf(sheet)}>
      <Line line={part.header} page={page} pages={pages} />
      <div className="expo-print-body">{children}</div>
      <Line line={part.footer} page={page} pages={pages} isFooter />
    </section>
  )
}

function Line({
  line: { left, center, right },
  page,
  pages,
  isFooter = false,
}: {
  line: PrintLine
  page: number
  pages: number
  isFooter?: boolean
}) {
  if (!left && !center && !right) return null
  const counted = (text: string | undefined) =>
    text?.replaceAll('#{sys_pages}', String(pages)).replaceAll('#{sys_page}', String(page))
  return (
    <div className={isFooter ? 'expo-print-line expo-print-footer' : 'expo-print-line expo-print-header'}>
      <span>{counted(left)}</span>
      <span>{counted(center)}</span>
      <span>{counted(right)}</span>
    </div>
  )
}
