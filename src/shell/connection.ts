import { atom, type createStore } from 'jotai'

/** True while the server cannot be reached. */
export const connectionLostAtom = atom(false)

const FIRST_PROBE_MS = 1000
const SLOWEST_PROBE_MS = 15_000

/** Waits for the server to come back. */
export interface Reconnection {
  /** A call found no server. Resolves when one answers again. */
  serverIsBack(): Promise<void>
}

/** Probes the server, ever more slowly, as long as somebody waits for it; all who wait share one probe. */
export function createReconnection(
  atoms: ReturnType<typeof createStore>,
  probe: () => Promise<boolean>,
): Reconnection {
  let waiting: Promise<void> | null = null

  async function untilThere(): Promise<void> {
    atoms.set(connectionLostAtom, true)
    for (let pause = FIRST_PROBE_MS; ; pause = Math.min(pause * 2, SLOWEST_PROBE_MS)) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (await probe().catch(() => false)) break
    }
    atoms.set(connectionLostAtom, false)
  }

  return {
    serverIsBack() {
      waiting ??= untilThere().finally(() => {
        waiting = null
      })
      return waiting
    },
  }
}
