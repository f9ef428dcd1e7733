import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ShortText } from './ShortText.tsx'

/** What stands before the ellipsis; the whole text where there is none. */
function shown(text: string, limit?: number): string {
  const { container, unmount } = render(<ShortText text={text} {...(limit ? { limit } : {})} />)
  const short = container.querySelector('.expo-short')
  const seen = short ? `${short.firstChild?.textContent}…` : container.textContent
  // Read aloud and copied is all of it.
  expect(container.textContent).toBe(text)
  unmount()
  return seen ?? ''
}

it.each([
  ['a'.repeat(25), undefined, 'a'.repeat(25)],
  ['a'.repeat(26), undefined, `${'a'.repeat(25)}…`],
  ['展'.repeat(12), undefined, '展'.repeat(12)],
  ['展'.repeat(13), undefined, `${'展'.repeat(12)}…`],
  [`${'展'.repeat(12)}A`, undefined, `${'展'.repeat(12)}A`],
  ['é'.repeat(13), undefined, `${'é'.repeat(12)}…`],
  ['上海华创科技', 12, '上海华创科技'],
  ['上海华创科技有限公司', 12, '上海华创科技…'],
  ['😀😀😀', 4, '😀😀…'],
])('%s within %s is shown as %s [misc-07, misc-09]', (text, limit, seen) => {
  expect(shown(text, limit)).toBe(seen)
})
