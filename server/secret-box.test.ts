import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const folder = mkdtempSync(join(tmpdir(), 'secret-box-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('opens what it sealed, under a key that only its owner may read', () => {
  const keyFile = join(folder, 'data', 'secret.key')
  const sealed = createSecretBox({ secretKey: null, keyFile }).seal('密码 p')
  expect(sealed).not.toContain('密码')
  expect(statSync(keyFile).mode & 0o077).toBe(0)
  // After a restart.
  const again = createSecretBox({ secretKey: null, keyFile })
  expect(again.open(sealed)).toBe('密码 p')
  expect(again.seal('密码 p')).not.toBe(sealed)
})

it('opens nothing of another key, and nothing that was changed', () => {
  const box = createSecretBox({ secretKey: 'k'.repeat(32), keyFile: '' })
  const sealed = box.seal('secret')
  expect(box.open(sealed)).toBe('secret')
  expect(createSecretBox({ secretKey: 'j'.repeat(32), keyFile: '' }).open(sealed)).toBeNull()
  expect(box.open(`${sealed.slice(0, -2)}AA`)).toBeNull()
  expect(box.open('plain')).toBeNull()
})
