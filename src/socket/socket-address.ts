/** Address of a socket of the server: `ws`, or `wss` where the page itself is encrypted. */
export function socketAddress(apiBase: string, path: string, page: string = window.location.href): string {
  const url = new URL(apiBase + path, page)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/**
 * What is offered at the handshake: the product's name, which the server chooses, and the token. A browser cannot send
 * headers with a socket, and an address is written to logs.
 */
export function socketProtocols(token: string): string[] {
  return ['expo', token]
}
