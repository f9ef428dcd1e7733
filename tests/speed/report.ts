/** One measured figure against its peer, both taken in the same run. */
export interface Figure {
  name: string
  ours: number
  peer: number | null
  unit: string
  /** The bound that the ratio (or, without a peer, the figure) is held against. */
  bound: { kind: 'atMost' | 'atLeast'; value: number }
}

/** Ratio to the peer, or the figure itself where there is none. */
export function measured(figure: Figure): number {
  return figure.peer === null ? figure.ours : figure.ours / figure.peer
}

/** Whether the figure keeps its bound. */
export function holds(figure: Figure): boolean {
  const value = measured(figure)
  return figure.bound.kind === 'atMost' ? value <= figure.bound.value : value >= figure.bound.value
}

/** The middle one of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

const number = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))

/** The first two lines of a Markdown table of figures. */
export const heading = '| Figure | ours | peer | ratio | bound | kept |\n|---|---|---|---|---|---|'

/** A figure as a row of that table. */
export function row(figure: Figure): string {
  const bound = `${figure.bound.kind === 'atMost' ? '≤' : '≥'} ${Number(figure.bound.value.toFixed(2))}`
  const peer = figure.peer === null ? '–' : `${number(figure.peer)} ${figure.unit}`
  const ratio = figure.peer === null ? '–' : measured(figure).toFixed(2)
  return `| ${figure.name} | ${number(figure.ours)} ${figure.unit} | ${peer} | ${ratio} | ${bound} | ${holds(figure) ? 'yes' : '**no**'} |`
}
