import { beforeEach, describe, expect, it } from 'vitest'
import { createStore, SESSION_LIFETIME_MS, STORAGE_PREFIX } from './storage.ts'

beforeEach(() => localStorage.clear())

describe('storage', () => {
  it('keeps values under the prefix for seven days [session-07, settings-16, cache-01]', () => {
    let now = 1000
    const store = createStore(
      () => localStorage,
      () => now,
    )
    store.set('Access-Token', 'abc', SESSION_LIFETIME_MS)
    expect(SESSION_LIFETIME_MS).toBe(604_800_000)
    expect(Object.keys(localStorage)).toEqual([`${STORAGE_PREFIX}Access-Token`])
    expect(STORAGE_PREFIX).toBe('pro__')
    now += SESSION_LIFETIME_MS - 1
    expect(store.get('Access-Token')).toBe('abc')
    now += 1
    expect(store.get('Access-Token')).toBeNull()
    expect(localStorage).toHaveLength(0)
  })

  it('keeps a value without a lifetime for good', () => {
    const store = createStore(
      () => localStorage,
      () => Number.MAX_SAFE_INTEGER,
    )
    store.set('SETTINGS', { a: 1 })
    expect(store.get('SETTINGS')).toEqual({ a: 1 })
  })

  it('works for as long as the page where storage is forbidden or full', () => {
    const forbidden = createStore(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    forbidden.set('Access-Token', 'abc')
    expect(forbidden.get('Access-Token')).toBe('abc')
    forbidden.remove('Access-Token')
    expect(forbidden.get('Access-Token')).toBeNull()
  })

  it('takes what is no longer readable for absent', () => {
    localStorage.setItem('pro__x', '{broken')
    expect(createStore(() => localStorage).get('x')).toBeNull()
  })
})
