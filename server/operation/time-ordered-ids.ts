import { randomUUID } from 'node:crypto'

/**
 * Makes ids that grow with time (UUID version 7): times are kept by the second, and lines of one second stay in the order in
 * which they were made; their index grows at its end.
 */
export function timeOrderedIds(): (now: Date) => string {
  let last = 0
  let count = 0
  return (now) => {
    const at = Math.max(now.getTime(), last)
    count = at === last ? (count + 1) % 4096 : 0
    last = at
    const time = at.toString(16).padStart(12, '0')
    const order = count.toString(16).padStart(3, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${randomUUID().slice(19)}`
  }
}
