import { expect, it } from 'vitest'
import { staticUrl } from './static-url.ts'

it('prefixes stored files and leaves complete addresses alone [client-15, client-16]', () => {
  const config = { apiBase: '/jeecg-boot', staticDomain: '' }
  expect(staticUrl('temp/a.png', config)).toBe('/jeecg-boot/sys/common/static/temp/a.png')
  expect(staticUrl('/temp/a.png', { ...config, staticDomain: 'https://cdn.example/' })).toBe(
    'https://cdn.example/temp/a.png',
  )
  expect(staticUrl('HTTPS://x.example/a.png', config)).toBe('HTTPS://x.example/a.png')
})
