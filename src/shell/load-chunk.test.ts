import { describe, expect, it } from 'vitest'
import { CHUNK_TIMEOUT_MS, ChunkLoadError, loadChunk } from './load-chunk.ts'
import { loadView } from './view-loader.ts'

describe('parts of the program', () => {
  it('that do not arrive, or not in time, are chunk load errors [err-27, const-01]', async () => {
    await expect(loadChunk(() => Promise.reject(new Error('404')))).rejects.toThrow(ChunkLoadError)
    await expect(loadChunk(() => new Promise(() => {}), 5)).rejects.toThrow(ChunkLoadError)
    expect(CHUNK_TIMEOUT_MS).toBe(120_000)
    expect(await loadChunk(async () => 7)).toBe(7)
  })

  it('that do not exist are named [err-26]', async () => {
    await expect(loadView('system/Nothing')).rejects.toMatchObject({
      message: expect.stringContaining('Cannot find module'),
      code: 'MODULE_NOT_FOUND',
    })
  })
})
