/** No page may run what is in a file, whatever it is. */
const INERT = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** How an answer is taken that is a file of somebody's. */
export function fileHeaders(name: string, disposition: 'inline' | 'attachment') {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': INERT,
    'Content-Disposition': `${disposition}; ${namedFile(name)}`,
  }
}

/** The name for browsers of today, and one in ASCII for others. */
function namedFile(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
