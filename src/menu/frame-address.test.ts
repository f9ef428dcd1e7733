import { expect, it } from 'vitest'
import { frameAddress } from './frame-address.ts'

const of = (url: string) => frameAddress(url, '/jeecg-boot', 't k', 'https://own.example')

it('gives the token to pages of this origin only', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the wire's placeholder
  expect(of("{{ window._CONFIG['domianURL'] }}/eoa/im/index?token=${token}")).toEqual({
    href: 'https://own.example/jeecg-boot/eoa/im/index?token=t%20k',
    isOwn: true,
  })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the wire's placeholder
  expect(of('https://other.example/?token=${token}')?.href).toBe('https://other.example/?token=')
})

it('opens nothing that would run as this page', () => {
  for (const url of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '{{ evil() }}',
    'http://',
  ])
    expect(of(url), url).toBeNull()
})
