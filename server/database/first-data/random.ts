/** Reproducible random choices: the same seed gives the same example data everywhere (mulberry32). */
export interface Random {
  /** 0 ≤ n < 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  /** `count` different entries, in list order. */
  some<T>(list: readonly T[], count: number): T[]
  chance(probability: number): boolean
}

/** A generator that starts from a fixed number. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = state
    value = Math.imul(value ^ (value >>> 15), value | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick<T>(list: readonly T[]): T {
      return list[between(0, list.length - 1)] as T
    },
    some<T>(list: readonly T[], count: number): T[] {
      const chosen = new Set<number>()
      while (chosen.size < Math.min(count, list.length)) chosen.add(between(0, list.length - 1))
      return list.filter((_, index) => chosen.has(index))
    },
    chance: (probability) => next() < probability,
  }
}
