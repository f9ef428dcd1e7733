const told = new Set<string>()

/**
 * What a part that others have written answers (a rule, a widget), or what stands in for it where it throws: one mistake
 * must not take the rows from whoever edits them. The console has the mistake, once for each part: a grid asks often.
 */
export function attempt<T>(part: string, run: () => T, otherwise: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!told.has(part)) console.error(`${part} failed`, error)
    told.add(part)
    return otherwise()
  }
}
