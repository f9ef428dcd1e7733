import DOMPurify from 'dompurify'
import { expect, it } from 'vitest'
import { cleanHtml } from '#server/clean-html.ts'
import { cleanFragment } from './clean-fragment.ts'

/** Texts that try to run something, to load something from elsewhere, or to cover the page. */
const STRANGE = [
  '<p onclick="alert(1)">一</p><script>alert(1)</script>',
  '<img src="x/y.png" onerror="alert(1)"><img src="https://elsewhere.example/1.gif"><img src="//elsewhere.example/1.gif">',
  '<a href="javascript:alert(1)">一</a><a href="https://example.com">二</a><a href="data:text/html,x">三</a>',
  '<div style="position:fixed;inset:0;color:red;font-size:18px;background-image:url(//x)">一</div>',
  '<iframe src="https://example.com"></iframe><form action="/"><input name="a"><button>一</button></form>',
  '<svg onload="alert(1)"><circle r="9"></circle></svg><math><mi></mi></math>',
  '<style>body{display:none}</style><p class="cover" id="root" data-x="1">一</p>',
  '<table><tr><td colspan="2" onmouseover="a()">一</td></tr></table><ol start="3"><li>二</li></ol>',
  '<p><b>粗</b><i>斜</i><u>线</u><s>删</s><sub>下</sub><mark>记</mark></p><h3>题</h3><pre><code>a &lt; b</code></pre>',
]

const shown = (html: string) => {
  const box = document.createElement('div')
  box.append(cleanFragment(DOMPurify, html))
  return box
}

/** Spaces in a style mean nothing. */
const written = (box: HTMLElement) => box.innerHTML.replace(/[\s;]/g, '')

it.each(STRANGE)('browser and server leave the same of %j', (html) => {
  const browser = shown(html)
  const server = document.createElement('div')
  server.innerHTML = cleanHtml(html)
  expect(browser.textContent?.trim()).toBe(server.textContent?.trim())
  for (const box of [browser, server]) {
    expect(
      box.querySelector('script, iframe, form, input, button, svg, math, style, [class], [id]'),
    ).toBeNull()
    expect(box.innerHTML).not.toMatch(/javascript:|onerror|onclick|onmouseover|elsewhere|fixed|url\(/)
  }
  // What the server has cleaned is shown as it is.
  expect(written(shown(server.innerHTML))).toBe(written(shown(html)))
})

it('keeps what an author set: colours, sizes, tables, pictures of our own', () => {
  const html =
    '<p style="text-align: center;"><span style="color: rgb(255, 0, 0); font-size: 18px;">一</span></p><table><tbody><tr><td colspan="2">二</td></tr></tbody></table><img src="/files/a.png" alt="图">'
  const box = shown(html)
  expect(box.querySelector('span')?.getAttribute('style')).toBe('color: rgb(255, 0, 0); font-size: 18px;')
  expect(box.querySelector('td')?.getAttribute('colspan')).toBe('2')
  expect(box.querySelector('img')?.getAttribute('src')).toBe('/files/a.png')
})
