import { describe, expect, it } from 'vitest'
import { fillAddress } from './fill-address.ts'

const row = { id: 'a/b', name: '机床 & 工具', none: null, site: 'javascript:alert(1)' }

describe('an address made of a record', () => {
  it('takes values in both notations, encoded', () => {
    expect(fillAddress('/expo/Booths?of=#{id}&n=#{name}', row)).toBe(
      '/expo/Booths?of=a%2Fb&n=%E6%9C%BA%E5%BA%8A%20%26%20%E5%B7%A5%E5%85%B7',
    )
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of documents.
    expect(fillAddress('https://example.com/${id}', row)).toBe('https://example.com/a%2Fb')
  })

  it('is none where a value is missing', () => {
    expect(fillAddress('/a?x=#{none}', row)).toBeNull()
    expect(fillAddress('/a?x=#{constructor}', row)).toBeNull()
  })

  it('is none where it would run something or lead elsewhere unseen', () => {
    for (const template of [
      'javascript:alert(1)',
      '#{site}',
      '//evil.example',
      '/\\evil.example',
      'data:text/html,x',
    ])
      expect(fillAddress(template, row), template).toBeNull()
  })
})
