/** Text of an answer of another system; throws beyond the given bytes, and reads no further. */
export async function limitedText(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks).toString('utf8')
    size += value.length
    if (size > maxBytes) {
      await reader.cancel()
      throw new Error(`The other system answered more than ${maxBytes} bytes`)
    }
    chunks.push(value)
  }
}
