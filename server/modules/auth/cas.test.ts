import { describe, expect, it } from 'vitest'
import { casUser } from './cas.ts'

const answer = (inner: string) =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`
const success = (name: string) =>
  `<cas:authenticationSuccess><cas:user>${name}</cas:user></cas:authenticationSuccess>`

describe('the answer of a CAS server', () => {
  it('names the user of a success', () => {
    expect(casUser(answer(success('zhang')))).toBe('zhang')
    expect(casUser(`<?xml version="1.0" encoding="UTF-8"?>\n${answer(success(' a&amp;b '))}`)).toBe('a&b')
  })

  it.each([
    [
      'a failure that repeats a success',
      answer(`<cas:authenticationFailure>${success('admin')}</cas:authenticationFailure>`),
    ],
    ['a success in a comment', answer(`<!-- ${success('admin')} --><cas:authenticationFailure/>`)],
    ['a document type', `<!DOCTYPE x [<!ENTITY u "admin">]>${answer(success('&u;'))}`],
    ['a comment within the name', answer(success('admin<!-- -->.evil'))],
    ['an empty name', answer(success(' '))],
    ['something else', 'yes\nadmin\n'],
  ])('names nobody for %s', (_, xml) => {
    expect(casUser(xml)).toBeNull()
  })
})
