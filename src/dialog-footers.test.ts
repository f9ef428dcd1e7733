import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { text } from './text/zh-CN.ts'

/** Programs that draw a dialog, a drawer or the content of one; found by what they say, so no list has to be kept. */
const programs = ['renderer', 'src', 'widgets'].flatMap((part) =>
  readdirSync(part, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => {
      const path = join(part, file)
      const source = readFileSync(path, 'utf8')
      return {
        path,
        source: source
          .replaceAll('{text.cancel}', '取消')
          .replaceAll('{text.confirm}', '确定')
          .replace(/\{t\('(取消|关闭|保存|确定)'\)\}/g, '$1')
          .replace(/\bt\(('[^']*')\)/g, '$1'),
      }
    }),
)

/** Not taking something back is no 取消: these say what happens instead. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  'renderer/kit/ask-to-discard.ts': "'继续编辑'",
  'renderer/kit/ask-to-save-less.ts': "'继续编辑'",
  // Once rows were taken in, nothing is left to be given up.
  'renderer/import/ImportDialog.tsx': "{warnings.length > 0 && !isSending ? '关闭' : '取消'}",
  'src/shell/use-back.ts': 'text.leaving.stay',
  'src/kit/PasswordDialog.tsx': '{isForced ? text.user.logout : text.cancel}',
}

describe('the buttons below a dialog', () => {
  it('have one word for giving up, and one for agreeing', () => {
    expect([text.cancel, text.confirm]).toEqual(['取消', '确定'])
    const words = programs.flatMap(({ path, source }) =>
      [...source.matchAll(/cancelText[:=]\s*(\{[^}]*\}|"[^"]*"|'[^']*'|[\w.]+|取消)/g)].map(
        ([, word = '']) => [path, word],
      ),
    )
    expect(words.length).toBeGreaterThan(7)
    const odd = words.filter(
      ([path = '', word = '']) =>
        word !== OTHER_WORDS[path] && word.replace(/["']/g, '').replace('text.cancel', '取消') !== '取消',
    )
    expect(odd).toEqual([])
  })

  it('stand in one order: 取消 at the left, what is done at the right', () => {
    const footers = programs.flatMap(({ path, source }) => {
      const buttons = [
        ...source.matchAll(/<Button\b(?:[^<]|<(?!\/Button>))*?>\s*(取消|关闭|保存|确定)\s*<\/Button>/g),
      ]
      const words = buttons.map(([, word]) => word)
      return words.some((word) => word === '保存' || word === '确定') ? [[path, words.join(' ')]] : []
    })
    expect(footers.length).toBeGreaterThan(3)
    // A step of signing in, or a part of a page, has nothing to give up.
    const odd = footers.filter(
      ([, words = '']) => !['取消 保存', '取消 确定', '确定', '保存'].includes(words),
    )
    expect(odd).toEqual([])
  })
})
