/** Numbers that look random and are the same in every run. */
export interface Random {
  below(limit: number): number
  pick<T>(list: readonly T[]): T
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick<T>(list: readonly T[]): T {
      const one = list[below(list.length)]
      if (one === undefined && list.length === 0) throw new Error('nothing to pick from')
      return one as T
    },
  }
}
