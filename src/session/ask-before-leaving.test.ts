import { expect, it } from 'vitest'
import { askBeforeLeaving } from './ask-before-leaving.ts'

const leaving = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

it('asks before leaving while something typed would be lost, unless leaving was decided', () => {
  let typed = false
  let signedIn = true
  const asking = askBeforeLeaving({ exists: () => typed, stop: () => {} }, () => signedIn)
  expect(leaving()).toBe(false)
  typed = true
  expect(leaving()).toBe(true)
  signedIn = false
  expect(leaving()).toBe(false)
  signedIn = true
  asking.leave(() => expect(leaving()).toBe(false))
  expect(leaving()).toBe(false)
})
