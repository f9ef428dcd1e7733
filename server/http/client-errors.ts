import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { REFUSALS } from '../refusals.ts'
import { plainPage, wantsPage } from './plain-page.ts'

/** What the HTTP parser says of bytes that are no request; the bytes themselves come along. */
type ParserError = Error & { code?: unknown; rawPacket?: unknown }

/** The caller gets this long to read the answer before the connection is cut (ms). */
const LINGER_MS = 1000

/** Answers what never became a request: broken HTTP, headers or an address without end, a request that takes too long. */
export function answerClientError(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  // An answer that is under way must not be mixed with this one.
  const { _httpMessage: underWay } = socket as Socket & { _httpMessage?: { headersSent?: boolean } }
  if (underWay?.headersSent) {
    socket.destroy()
    return
  }
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : ''
  const refusal = reasonOf(error.code, packet)
  const { status, message } = REFUSALS[refusal]
  const isPage = wantsPage(/^accept:([^\r\n]*)/im.exec(packet)?.[1])
  const body = isPage
    ? plainPage(message)
    : JSON.stringify({ success: false, message, code: status, result: null, timestamp: Date.now(), refusal })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `Content-Type: ${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  // Cutting at once, with bytes of the caller still unread, would take the answer from him.
  socket.resume()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function reasonOf(
  code: unknown,
  packet: string,
): 'REQUEST_TIMEOUT' | 'HEADERS_TOO_LARGE' | 'PATH_TOO_LONG' | 'BAD_REQUEST' {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'REQUEST_TIMEOUT'
  // The limit holds for address and headers together: no end of the first line, no end of the address.
  if (code === 'HPE_HEADER_OVERFLOW') return packet.includes('\r\n') ? 'HEADERS_TOO_LARGE' : 'PATH_TOO_LONG'
  return 'BAD_REQUEST'
}
