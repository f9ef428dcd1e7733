import type { Figure } from '../report.ts'
import { exportFigures } from './export-figures.ts'
import { millionListFigures } from './list-figures.ts'
import { openMillionBench } from './million-bench.ts'

/** A list of a million rows: its pages, and the rows of it as a file. */
export async function* millionFigures(): AsyncGenerator<Figure> {
  const bench = await openMillionBench()
  try {
    yield* millionListFigures(bench)
    yield* exportFigures(bench)
  } finally {
    await bench.close()
  }
}
