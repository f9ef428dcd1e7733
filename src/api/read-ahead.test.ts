import { describe, expect, it, vi } from 'vitest'
import type { Http } from './http.ts'
import { readAhead } from './read-ahead.ts'

function setUp() {
  let token = 'one'
  let time = 0
  const get = vi.fn(async (path: string) => `answer of ${path}`)
  const parts = readAhead(
    { get } as unknown as Http,
    () => token,
    () => time,
  )
  return {
    ...parts,
    get,
    signInAs: (next: string) => {
      token = next
    },
    wait: (ms: number) => {
      time += ms
    },
  }
}

describe('reads begun ahead', () => {
  it('are taken by the one who asks the same, once', async () => {
    const { http, ahead, get } = setUp()
    void ahead.get('/list', { pageNo: 1, sort: undefined })
    expect(await http.get('/list', { pageNo: 1 })).toBe('answer of /list')
    expect(get).toHaveBeenCalledTimes(1)
    await http.get('/list', { pageNo: 1 })
    expect(get).toHaveBeenCalledTimes(2)
  })

  it('are not taken for another question, by another user, or when they are old', async () => {
    const { http, ahead, get, signInAs, wait } = setUp()
    void ahead.get('/list', { pageNo: 1 })
    await http.get('/list', { pageNo: 2 })
    expect(get).toHaveBeenCalledTimes(2)
    signInAs('two')
    await http.get('/list', { pageNo: 1 })
    expect(get).toHaveBeenCalledTimes(3)
    void ahead.get('/list', { pageNo: 1 })
    wait(10_001)
    await http.get('/list', { pageNo: 1 })
    expect(get).toHaveBeenCalledTimes(5)
  })

  it('fail for the one who takes them', async () => {
    const { http, ahead, get } = setUp()
    get.mockRejectedValueOnce(new Error('down'))
    await expect(ahead.get('/list')).rejects.toThrow('down')
    await expect(http.get('/list')).rejects.toThrow('down')
  })
})
