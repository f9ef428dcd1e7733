/** Sockets that a test opens, feeds and breaks. */
export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  /** All that were made, oldest first. */
  static all: FakeSocket[] = []
  static last(): FakeSocket {
    const socket = FakeSocket.all.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }

  readyState = FakeSocket.CONNECTING
  sent: string[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readonly url: string
  readonly protocols: string[]

  constructor(url: string, protocols: string[]) {
    this.url = url
    this.protocols = protocols
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.readyState = FakeSocket.CLOSED
  }

  /** The server lets it in. */
  opens() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }
  hears(message: unknown) {
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) })
  }
  /** As browsers report a broken line: an error, and the close after it. */
  breaks(code = 1006) {
    this.readyState = FakeSocket.CLOSED
    const { onclose } = this
    this.onerror?.()
    onclose?.({ code })
  }
}
