import type { Parameters } from 'fast-check'

/**
 * How often a property is tried. A failure prints its seed and its counterexample: `PROPERTY_SEED` repeats that run, and
 * the counterexample becomes one of `kept`, which every later run tries first. `PROPERTY_FACTOR` makes a run longer.
 */
export function propertyRuns<T>(numRuns: number, kept: readonly T[] = []): Parameters<T> {
  const { PROPERTY_SEED, PROPERTY_FACTOR } = process.env
  return {
    numRuns: numRuns * Number(PROPERTY_FACTOR ?? 1) + kept.length,
    examples: [...kept],
    ...(PROPERTY_SEED === undefined ? {} : { seed: Number(PROPERTY_SEED) }),
  }
}
