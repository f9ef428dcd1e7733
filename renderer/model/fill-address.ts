import type { Row } from '#schemas/compile/model.ts'
import { ADDRESS_FIELD } from '#schemas/page/action-words.ts'

/** Pages of the app, and of the web: any other protocol could run something. */
const ALLOWED = /^(\/(?!\/)|https?:\/\/)/i

/** An address with the values of a record in it, each encoded; null where a value is missing or the address is not one to open. */
export function fillAddress(template: string, row: Readonly<Row>): string | null {
  let isComplete = true
  const address = template.trim().replaceAll(ADDRESS_FIELD, (_, name: string) => {
    const value = Object.hasOwn(row, name) ? row[name] : null
    if (value === null || value === undefined || value === '') isComplete = false
    return encodeURIComponent(String(value ?? ''))
  })
  // A backslash is a slash to a browser: it would lead out of the app.
  return isComplete && ALLOWED.test(address) && !address.includes('\\') ? address : null
}

/** True for an address of the app itself. */
export function isOfApp(address: string): boolean {
  return address.startsWith('/')
}
