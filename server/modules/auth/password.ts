import { hash, verify } from '@node-rs/argon2'
import { createBoundedQueue } from '../../bounded-queue.ts'

/** Argon2id with 19 MiB and two passes: the lower recommended setting of OWASP, about 20 ms here. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Each hash takes a thread and 19 MiB: a flood of sign-ins must not take all of both, nor wait without end. */
const hashing = createBoundedQueue({ running: 2, waiting: 60 })

/** A hash that fits no password: checked when the user is unknown, so that the time tells nothing. */
let decoy: Promise<string> | null = null

/** Hash to be stored. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => hash(password, OPTIONS))
}

/** Whether the password fits; takes as long for a user that does not exist (`stored` null). */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(`decoy ${Math.random()}`, OPTIONS)
  const known = stored ?? (await decoy)
  const fits = await hashing.run(() => verify(known, password).catch(() => false))
  return stored !== null && fits
}
