import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestApp } from '#tests/helpers/app.ts'

const GUIDE = readFileSync('docs/how-to/drop-in-a-document.md', 'utf8')

function blocks(language: string): string[] {
  return [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text)
}

/** The guide is the only way to give a right: what it says is done here word by word. */
it('gives a role the rights to a dropped-in form as the guide says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'expo-grant-'))
  for (const text of blocks('json')) {
    const { kind, code, id } = JSON.parse(text)
    writeFileSync(join(folder, `${code ?? id}.${kind}.json`), text)
  }
  const test = await createTestApp({ dirs: ['schemas/pages', folder] })
  try {
    const staff = await test.signIn('staff')
    const add = () => test.call(staff, 'POST', '/online/cgform/api/form/visitor', { name: '王芳' })
    const menus = async () =>
      JSON.stringify(
        (await test.call(staff, 'GET', '/sys/permission/getUserPermissionByToken')).body.result.menu,
      )
    expect((await add()).status).toBe(403)
    expect(await menus()).not.toContain('/visitors/list')
    const [sql = ''] = blocks('sql')
    await test.database.connections.writePool.query(sql)
    // The running server is told by the database.
    await expect.poll(async () => (await add()).body.success).toBe(true)
    expect(await menus()).toContain('/visitors/list')
    expect((await test.call(staff, 'DELETE', '/online/cgform/api/form/visitor/x')).status).toBe(403)
  } finally {
    await test.close()
    rmSync(folder, { recursive: true })
  }
})
