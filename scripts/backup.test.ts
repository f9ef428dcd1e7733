import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { expect, it } from 'vitest'

it('a backup does not take the place of a file that is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'expo-backup-'))
  const file = join(folder, 'kept.zip')
  writeFileSync(file, 'an older backup')
  const ended = new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'scripts/backup.ts', 'backup', file],
      { env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_DIR: folder } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })
  try {
    expect(await ended).toEqual({ code: 1, said: expect.stringContaining('文件已存在') })
    expect(readFileSync(file, 'utf8')).toBe('an older backup')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
