import type { Browser } from 'playwright-core'
import type { Figure } from '../report.ts'
import { exportFigures } from './export-figures.ts'
import { historyFigure } from './history-figures.ts'
import { importFigures } from './import-figures.ts'
import { millionListFigures } from './list-figures.ts'
import { openMillionBench } from './million-bench.ts'
import { screenFigures } from './screen-figures.ts'

/** A list of a million rows: its pages, the rows of it as a file, a file of many rows, and what the history of a record costs. */
export async function* millionFigures(browser: Browser): AsyncGenerator<Figure> {
  const bench = await openMillionBench()
  try {
    yield* millionListFigures(bench)
    yield* exportFigures(bench)
    yield* importFigures(bench)
    yield await historyFigure(bench)
    yield* screenFigures(browser, bench)
  } finally {
    await bench.close()
  }
}
