/** A page without the application: what a person sees when the address itself cannot be read. */
export function plainPage(message: string): string {
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${message}</title><style>body{font-family:system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;margin:0;text-align:center;color-scheme:light dark}</style></head><body><h1>${message}</h1><p><a href="/">返回首页</a></p></body></html>`
}

/** True for a request of a browser that opens a page. */
export function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false
}

/** A text for a place in a page, also for one between quotes. */
export function plainText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
