/** Batches that are pushed, as a sequence that is pulled: none is made long before it is wanted, and none after the sequence was left. */
export async function* pulled<T>(
  push: (take: (batch: T) => Promise<void>, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<T> {
  const left = new AbortController()
  const { readable, writable } = new TransformStream<T, T>()
  const writer = writable.getWriter()
  const pushing = push((batch) => writer.write(batch), left.signal).then(
    () => writer.close(),
    (error: unknown) => writer.abort(error).catch(() => undefined),
  )
  // Once the sequence is left its end cannot be said any more.
  pushing.catch(() => undefined)
  try {
    for await (const batch of readable) yield batch
  } finally {
    left.abort()
  }
}
