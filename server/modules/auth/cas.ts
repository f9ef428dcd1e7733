import { limitedText } from '../../http/limited-body.ts'

/** Most that is read of a CAS server's answer. */
const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 5000

/**
 * The beginning of a success, to the letter. Whatever else it is (a failure, a document type, a comment in between) is no
 * success: nothing is searched for in text that an attacker may have had a hand in.
 */
const SUCCESS =
  /^\s*(?:<\?xml[^<>]*\?>\s*)?<cas:serviceResponse(?:\s+[\w:]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*>\s*<cas:authenticationSuccess\s*>\s*<cas:user>([^<]{1,200})<\/cas:user>/

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Name of the user that a CAS answer vouches for; null for everything else. */
export function casUser(xml: string): string | null {
  const found = SUCCESS.exec(xml)?.[1]
  if (found === undefined) return null
  const name = found.replace(/&(\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole).trim()
  return name === '' ? null : name
}

/** Asks a CAS server whom a ticket stands for. Redirects are not followed; the answer is limited in size and time. */
export async function validateCasTicket(
  casUrl: string,
  ticket: string,
  service: string,
): Promise<string | null> {
  const url = `${casUrl}/serviceValidate?${new URLSearchParams({ ticket, service })}`
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel()
    throw new Error(`CAS answered ${answer.status}`)
  }
  return casUser(await limitedText(answer.body, MAX_BYTES))
}
