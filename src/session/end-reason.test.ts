import { beforeEach, describe, expect, it } from 'vitest'
import { createEndReason } from './end-reason.ts'
import { createStore } from './storage.ts'

describe('why the last session ended', () => {
  beforeEach(() => localStorage.clear())
  const start = () => createEndReason(createStore(() => localStorage))

  it('is what the server said, until the next session begins', () => {
    const reason = start()
    expect(reason.read()).toBeNull()
    reason.began()
    reason.ended('frozen')
    reason.left(false)
    expect(start().read()).toBe('frozen')
    reason.began()
    reason.left(true)
    expect(start().read()).toBeNull()
    // Said on top of the page, after which the user signs out.
    reason.ended('frozen')
    reason.left(true)
    expect(start().read()).toBeNull()
  })

  it('is its time where the token is gone without a word, or the server gave no reason', () => {
    const reason = start()
    reason.began()
    expect(start().read()).toBe('expired')
    reason.ended(null)
    reason.left(false)
    expect(start().read()).toBe('expired')
  })

  it('is nothing where the page let go of a session that was in force', () => {
    const reason = start()
    reason.began()
    reason.left(false)
    expect(start().read()).toBeNull()
  })
})
