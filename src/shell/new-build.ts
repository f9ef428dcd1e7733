/** The build that a page was made from: its entry script carries a hash of the program. */
function buildOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/** True when the server has another build by now than the one that runs here. When in doubt it has not. */
export async function isNewBuild(page: Document = document, load: typeof fetch = fetch): Promise<boolean> {
  const own = buildOf(page)
  if (own === null) return false
  try {
    const answer = await load('/', { cache: 'no-store', headers: { accept: 'text/html' } })
    if (!answer.ok) return false
    const current = buildOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    return current !== null && current !== own
  } catch {
    // Away again; it is asked when the server is back.
    return false
  }
}
