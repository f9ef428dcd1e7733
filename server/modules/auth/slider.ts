import type { SliderProof, SliderTrack } from '#schemas/api/sign-in.ts'
import { longSecret, type OneTimeSecrets } from './one-time-secrets.ts'

const CHALLENGE_MS = 2 * 60_000
/** Nobody, by mouse or by keys, is faster. */
const FASTEST_MS = 80
/** Clocks of browser and server run apart a little. */
const CLOCK_MS = 50

/** Sliders to be drawn to the end. They slow scripts down; what stops them is the count of failures behind. */
export interface Sliders {
  /** A challenge for this account; an earlier one keeps its own life. */
  demand(username: string): Promise<string>
  /** Uses the challenge up and answers whether it was solved. */
  solved(username: string, proof: SliderProof): Promise<boolean>
}

/** The sliders over the store of secrets. */
export function createSliders(secrets: OneTimeSecrets, now: () => number): Sliders {
  return {
    async demand(username) {
      const challenge = longSecret()
      await secrets.issue('slider', challenge, username.toLowerCase(), { ms: CHALLENGE_MS })
      return challenge
    },
    async solved(username, { challenge, track }) {
      const redeemed = await secrets.redeem('slider', challenge, username.toLowerCase())
      if (redeemed.state !== 'right') return false
      return isDrawn(track) && lengthOf(track) <= now() - redeemed.issuedAt + CLOCK_MS
    },
  }
}

/** From the beginning to the end, forward in time, and not in no time. */
export function isDrawn(track: SliderTrack): boolean {
  const first = track[0]
  const last = track.at(-1)
  if (!first || !last || track.length < 2) return false
  if (first[1] !== 0 || last[1] !== 1) return false
  if (track.some(([at], index) => index > 0 && at < (track[index - 1]?.[0] ?? 0))) return false
  return lengthOf(track) >= FASTEST_MS
}

function lengthOf(track: SliderTrack): number {
  return (track.at(-1)?.[0] ?? 0) - (track[0]?.[0] ?? 0)
}
