import { randomInt } from 'node:crypto'

/** Start of the key's clock (2010-11-04), so that keys have 19 digits as those of imported data. */
const EPOCH_MS = 1288834974657n
const PROCESS = BigInt(randomInt(1024))

let lastTime = 0
let counter = 0

/**
 * A new record key: time, process and counter as 19 digits. It fits the short foreign keys of imported forms (32
 * characters, or a big integer), and keys of one process grow, so that rows saved within one second keep their order.
 * Two processes may very rarely meet in one key: the primary key refuses the second, which is begun again.
 */
export function createRecordId(now = Date.now()): string {
  if (now > lastTime) {
    lastTime = now
    counter = randomInt(1024)
  } else {
    counter += 1
    // 12 bits count within a millisecond; beyond that the next one is borrowed.
    if (counter > 0xfff) {
      lastTime += 1
      counter = 0
    }
  }
  return String(((BigInt(lastTime) - EPOCH_MS) << 22n) | (PROCESS << 12n) | BigInt(counter))
}
