import { plainText } from '../../http/plain-page.ts'

const STYLE =
  'html,body{margin:0;height:100%;color-scheme:light dark;font-family:system-ui,sans-serif}object{display:block;width:100%;height:100%;border:0}pre{margin:0;padding:12px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.6 ui-monospace,monospace}p{margin:0;padding:12px}'

/** Says a sentence in the language of whoever looks. */
type Say = (sentence: string) => string

function page(name: string, body: string): string {
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${plainText(name)}</title><style>${STYLE}</style></head><body>${body}</body></html>`
}

/** Shows a PDF with what the browser has for it; says so where it has nothing. */
export function pdfPage(name: string, address: string, say: Say): string {
  const [shown, stored] = [`${address}&inline=1`, `${address}&download=1`].map(plainText)
  const [unable, download] = [say('此浏览器不能直接显示 PDF'), say('下载文件')].map(plainText)
  return page(
    name,
    `<object data="${shown}" type="application/pdf" aria-label="${plainText(name)}"><p>${unable} <a href="${stored}">${download}</a></p></object>`,
  )
}

/** Shows a text as it is; `isWhole` is false where only its beginning is here. */
export function textPage(name: string, text: string, isWhole: boolean, say: Say): string {
  const cut = isWhole ? '' : `<p>${plainText(say('文件较大，只显示开头部分'))}</p>`
  return page(name, `${cut}<pre tabindex="0">${plainText(text)}</pre>`)
}
