import { atom, type createStore } from 'jotai'

/** True while the server cannot be reached. */
export const connectionLostAtom = atom(false)

const FIRST_PROBE_MS = 1000
const SLOWEST_PROBE_MS = 15_000
/** Who waits again so soon after the server was back had found it only half there. */
const RELAPSE_MS = 3000

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
  let pause = 0
  /** Runs while it is not sure yet that the server stays. */
  let relapse: ReturnType<typeof setTimeout> | undefined

  async function untilThere(): Promise<void> {
    clearTimeout(relapse)
    atoms.set(connectionLostAtom, true)
    do {
      pause = pause === 0 ? FIRST_PROBE_MS : Math.min(pause * 2, SLOWEST_PROBE_MS)
      await new Promise((resolve) => setTimeout(resolve, pause))
    } while (!(await probe().catch(() => false)))
    // The banner stays a moment, lest it flicker while files are served but the database is not there.
    relapse = setTimeout(() => {
      pause = 0
      atoms.set(connectionLostAtom, false)
    }, RELAPSE_MS)
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
