/**
 * Address for a frame. `{{ window._CONFIG['domianURL'] }}` stands for the server, `${token}` for the session's token —
 * which is given to pages of this origin only. Null for anything but http(s): `javascript:` would run as us.
 */
export function frameAddress(
  url: string,
  apiBase: string,
  token: string,
  origin: string,
): { href: string; isOwn: boolean } | null {
  const spelt = url.replaceAll(/\{\{\s*window\._CONFIG\[\s*['"]domianURL['"]\s*\]\s*\}\}/g, apiBase)
  if (spelt.includes('{{') || !URL.canParse(spelt, origin)) return null
  const target = new URL(spelt, origin)
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return null
  const isOwn = target.origin === origin
  const href = target.href.replaceAll(/\$(\{|%7B)token(\}|%7D)/gi, isOwn ? encodeURIComponent(token) : '')
  return { href, isOwn }
}
