import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadView } from '../shell/view-loader.ts'
import { CHUNK_TIMEOUT_MS, ChunkLoadError, keptLoads, loadChunk } from './load-chunk.ts'

afterEach(() => vi.useRealTimers())

describe('parts of the program', () => {
  it('that do not arrive, or not in time, are chunk load errors [err-27, const-01]', async () => {
    await expect(loadChunk(() => Promise.reject(new Error('404')))).rejects.toThrow(ChunkLoadError)
    await expect(loadChunk(() => new Promise(() => {}), 5)).rejects.toThrow(ChunkLoadError)
    expect(CHUNK_TIMEOUT_MS).toBe(120_000)
    expect(await loadChunk(async () => 7)).toBe(7)
  })

  it('that failed are asked for again, but only after who waited for them has met the failure', async () => {
    vi.useFakeTimers()
    const asked: string[] = []
    const load = keptLoads(async (name: string) => {
      asked.push(name)
      throw new Error('404')
    })
    for (let drawing = 0; drawing < 5; drawing++) await expect(load('a')).rejects.toThrow('404')
    expect(asked).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(1000)
    await expect(load('a')).rejects.toThrow('404')
    expect(asked).toEqual(['a', 'a'])
  })

  it('that do not exist are named [err-26]', async () => {
    await expect(loadView('system/Nothing')).rejects.toMatchObject({
      message: expect.stringContaining('Cannot find module'),
      code: 'MODULE_NOT_FOUND',
    })
  })
})
