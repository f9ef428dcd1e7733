import { describe, expect, it } from 'vitest'
import { parseExpression } from './parse.ts'

describe('an expression that cannot be read', () => {
  it.each<[string, number, string]>([
    ['', 0, '表达式没有写完'],
    ['a +', 3, '表达式没有写完'],
    ['a + * b', 4, '这里不应有 *'],
    ['(a + b', 6, '缺少 )'],
    ['a b', 2, '这里不应有 b'],
    ["s & 'open", 4, '文本没有结束的引号'],
    ['a @ b', 2, '不认识的符号 @'],
    ['1 < a < 3', 6, '这里不应有 <'],
    ['main.', 5, '缺少字段名'],
    ['if(a, b', 7, '缺少 )'],
    ['and b', 0, '这里不应有 and'],
    ['a; b', 1, '不认识的符号 ;'],
    [`${'('.repeat(200)}a${')'.repeat(200)}`, 61, '表达式嵌套过深'],
    [`${'-'.repeat(1900)}a`, 60, '表达式嵌套过深'],
    [`${'1+'.repeat(1000)}1`, 0, '表达式超过 2000 个字'],
  ])('%s says where', (source, at, message) => {
    const { fault } = parseExpression(source)
    expect(fault?.message).toBe(message)
    expect(Math.abs((fault?.at ?? -9) - at)).toBeLessThanOrEqual(source.length > 100 ? 2 : 0)
  })

  it('is not run as a program of another language', () => {
    for (const source of ['a => b', 'a[0]', 'a.b.c', '`x`', 'a ? b : c', 'a = 1; b', '{}', 'new Date()'])
      expect(parseExpression(source).fault).not.toBeNull()
  })
})
