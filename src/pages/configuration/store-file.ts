/** How long the text stays in memory for the browser to store it. */
const KEPT_MS = 10_000

/** Hands a text to the user as a file. */
export function storeFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
