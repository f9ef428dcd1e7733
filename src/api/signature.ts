import md5 from 'blueimp-md5'

/**
 * X-Sign and X-TIMESTAMP as the wire defines them: parameters of query, body and a last path segment that holds a comma,
 * sorted by name, as JSON with the salt behind it, hashed. The salt is public: this is compatibility, not protection.
 */
export function signatureHeaders(
  path: string,
  params: Readonly<Record<string, string | number | boolean>>,
  body: unknown,
  salt: string,
  now: number,
): { 'X-Sign': string; 'X-TIMESTAMP': string } {
  const [bare = '', query = ''] = path.split('?')
  const all: Record<string, unknown> = { ...Object.fromEntries(new URLSearchParams(query)), ...params }
  const last = bare.slice(bare.lastIndexOf('/') + 1)
  if (/,|%2c/i.test(last)) all['x-path-variable'] = decodeURIComponent(last)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) Object.assign(all, body)
  delete all._t
  const sorted = Object.fromEntries(
    Object.keys(all)
      .sort()
      .map((name) => [name, typeof all[name] === 'number' ? String(all[name]) : all[name]]),
  )
  return { 'X-Sign': md5(JSON.stringify(sorted) + salt).toUpperCase(), 'X-TIMESTAMP': String(now) }
}
