/** One deliberate mistake: a piece of the source, which must stand there once, and what it becomes. */
export interface Mutant {
  file: string
  from: string
  to: string
}

/** A part of the program, its mistakes, and the tests that have to notice them. */
export interface MutatedPart {
  name: string
  tests: readonly string[]
  mutants: readonly Mutant[]
}

/** Mistakes in one file, as pairs of what stands there and what it becomes. */
export function inFile(file: string, ...changes: readonly (readonly [from: string, to: string])[]): Mutant[] {
  return changes.map(([from, to]) => ({ file, from, to }))
}

/** The source with the mistake in it. */
export function mutated(source: string, { file, from, to }: Mutant): string {
  const pieces = source.split(from)
  if (pieces.length !== 2) throw new Error(`${file}: stands there ${pieces.length - 1} times: ${from}`)
  return pieces.join(to)
}
