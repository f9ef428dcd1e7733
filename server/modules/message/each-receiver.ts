/** To whom a message goes, and who has it. */
export interface Delivery {
  /** Addresses, phones or users' ids, as the channel needs them. */
  receivers: readonly string[]
  /** Those who have it from an earlier try. */
  delivered: readonly string[]
  /** Notes that a receiver has it, so that no further try sends it there. */
  noteDelivered(receiver: string): Promise<void>
}

const MAX_NAMED = 3

/** The receiver was refused, by a server or gateway that can be reached: others may well get the message. */
export class RefusedReceiver extends Error {}

/**
 * Sends to each receiver who does not have the message yet, and notes each at once. One that is refused keeps no other from
 * it; the refusals are thrown when all were tried. Any other failure ends the try: it would be the same for the rest.
 */
export async function sendToEach(
  { receivers, delivered, noteDelivered }: Delivery,
  send: (receiver: string) => Promise<void>,
): Promise<void> {
  const refused: [string, RefusedReceiver][] = []
  for (const receiver of receivers) {
    if (delivered.includes(receiver)) continue
    try {
      await send(receiver)
    } catch (error) {
      if (!(error instanceof RefusedReceiver)) throw error
      refused.push([receiver, error])
      continue
    }
    await noteDelivered(receiver)
  }
  const [first] = refused
  if (!first) return
  if (receivers.length === 1) throw first[1]
  const named = refused.slice(0, MAX_NAMED).map(([receiver, { message }]) => `${receiver}：${message}`)
  throw new Error(
    `已发送给 ${receivers.length - refused.length} 个接收人，${refused.length} 个发送失败：${named.join('；')}`,
  )
}
