import { beforeEach, describe, expect, it } from 'vitest'
import { atProvider } from './at-provider.ts'

describe('leaving the provider after signing out here', () => {
  beforeEach(() => localStorage.clear())
  const gone: string[] = []
  const leave = async (answer: unknown) => {
    gone.length = 0
    const asked: string[] = []
    const post = async (path: string) => {
      asked.push(path)
      if (answer instanceof Error) throw answer
      return answer
    }
    await atProvider.leave({ post: post as never }, (url) => gone.push(url))
    return { asked, gone: [...gone] }
  }
  const ended = (url: string | null) => ({ success: true, result: { url } })

  it('goes to its page once, when the session came from it', async () => {
    expect(await leave(ended('https://id.example.com/end'))).toEqual({ asked: [], gone: [] })
    atProvider.came()
    expect(await leave(ended('https://id.example.com/end'))).toEqual({
      asked: ['/sys/oidc/end'],
      gone: ['https://id.example.com/end'],
    })
    expect((await leave(ended('https://id.example.com/end'))).asked).toEqual([])
  })

  it('stays where the provider has no such page, or cannot be asked', async () => {
    for (const answer of [ended(null), { success: false, result: null }, new Error('away')]) {
      atProvider.came()
      expect((await leave(answer)).gone).toEqual([])
    }
  })
})
