import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { fileForm, PDF, PNG } from '#tests/helpers/sent-files.ts'

const FORM = '/online/cgform/api/form/viewed'
const PREVIEW = '/sys/common/pdf/pdfPreviewIframe'

describe('files that are looked at, and had all at once', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  let dataDir = ''
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'views-'))
    const dir = mkdtempSync(join(tmpdir(), 'documents-'))
    mkdirSync(join(dir, 'x'))
    const papers = { type: 'string' as const, view: 'file' as const, title: '合同', maxLength: 2000 }
    writeFileSync(join(dir, 'x', 'viewed.form.json'), JSON.stringify(formDocument('viewed', { papers })))
    test = await createTestApp({ dirs: ['schemas/pages', dir], env: { DATA_DIR: dataDir } })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  })
  afterAll(async () => {
    await test.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const uploaded = async (name: string, bytes: Buffer) => {
    const { payload, headers } = fileForm(name, bytes)
    const { body } = await test.call(admin, 'POST', '/sys/common/upload', payload, { headers })
    expect(body, name).toMatchObject({ success: true })
    return body.result
  }
  const add = async (values: object) => {
    const { body } = await test.call(admin, 'POST', FORM, values)
    expect(body).toMatchObject({ success: true })
    return (await test.call(admin, 'GET', `${FORM}/${body.result}`)).body.result
  }
  const preview = (token: string | null, url: string) =>
    test.call(token, 'GET', `${PREVIEW}?url=${encodeURIComponent(url)}`)
  const zipOf = async (token: string | null, url: string) => {
    const answer = await test.app.server.inject({
      method: 'GET',
      url,
      ...(token ? { headers: { 'x-access-token': token } } : {}),
    })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
  }

  it('a PDF is shown by a page of ours, by its path or by its address [call-02]', async () => {
    const { path, url, preview: page } = await uploaded('合同"1".pdf', PDF)
    expect((await preview(null, path)).status).toBe(404)
    expect((await preview(staff, path)).status).toBe(404)
    for (const [token, named] of [
      [admin, path],
      [null, url],
      [null, `http://127.0.0.1:3000${url}`],
    ] as const) {
      const shown = await preview(token, named)
      expect([shown.status, shown.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(shown.text).toContain('<title>合同&quot;1&quot;.pdf</title>')
    }
    const shown = await test.call(null, 'GET', page)
    expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'self'/)
    const [, address = ''] = /<object data="([^"]+)"/.exec(shown.text) ?? []
    const bytes = await test.call(null, 'GET', address.replaceAll('&amp;', '&'))
    expect(bytes.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; /),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    })
    // Nothing else is answered so.
    const text = await uploaded('a.txt', Buffer.from('<b>'))
    expect((await test.call(null, 'GET', `${text.url}&inline=1`)).headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  it('a text is shown as a text, whatever its encoding', async () => {
    const html = await uploaded('页.txt', Buffer.from('<script>alert(1)</script> 展位 & "2"'))
    const shown = await test.call(null, 'GET', html.preview)
    expect(shown.text).toContain('&lt;script>alert(1)&lt;/script> 展位 &amp; &quot;2&quot;</pre>')
    expect(shown.headers['content-security-policy']).toMatch(/; sandbox$/)
    // 展位号：甲, as spreadsheets of older systems write it.
    const older = await uploaded('旧.csv', Buffer.from('d5b9cebbbac5a3babcd7', 'hex'))
    expect((await test.call(null, 'GET', older.preview)).text).toContain('>展位号：甲</pre>')
    const empty = await uploaded('空.txt', Buffer.alloc(0))
    expect((await test.call(null, 'GET', empty.preview)).text).toContain('></pre>')
    // The limit falls into the middle of a character.
    const large = await uploaded('大.log', Buffer.from(`a${'展'.repeat(400_000)}`))
    const start = (await test.call(null, 'GET', large.preview)).text
    expect(start).toContain('文件较大，只显示开头部分')
    expect(start).toContain('>a展')
    expect(start).not.toContain('\ufffd')
    expect(start.length).toBeLessThan(360_000)
  })

  it('other files have no such page', async () => {
    const picture = await uploaded('a.png', PNG)
    expect(picture.preview).toBeUndefined()
    expect((await preview(admin, picture.path)).status).toBe(400)
    for (const url of [
      '',
      '../secret.key',
      'https://example.com/a.pdf',
      '/sys/common/static/',
      'x'.repeat(900),
    ])
      expect((await preview(admin, url)).status, url).toBe(404)
    expect((await test.call(admin, 'GET', PREVIEW)).status).toBe(400)
    const { url } = await uploaded('b.pdf', PDF)
    expect((await preview(null, url.replace(/sign=.*/, 'sign=x'))).status).toBe(404)
  })

  it('the files of a cell come in one archive under their own names, the second of a name numbered', async () => {
    const contents: [string, Buffer][] = [
      ['合同.pdf', PDF],
      ['合同.PDF', Buffer.concat([PDF, Buffer.from('%')])],
      ['展位:图.png', PNG],
      ['无.txt', Buffer.from('展位')],
    ]
    const files = []
    for (const [name, bytes] of contents) files.push(await uploaded(name, bytes))
    const row = await add({ papers: files.map(({ path }) => path).join(',') })
    expect(Object.keys(row._zips)).toEqual(['papers'])
    const { status, headers, bytes } = await zipOf(null, row._zips.papers)
    expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
    expect(headers['content-disposition']).toContain(encodeURIComponent('合同.zip'))
    const entries = await entriesOf(bytes)
    // Which of two that arrived in the same second comes first is open.
    expect(entries.map(({ name }) => name.toLowerCase()).sort()).toEqual(
      ['合同.pdf', '合同 (2).pdf', '展位_图.png', '无.txt'].sort(),
    )
    expect(entries.every(({ isUtf8 }) => isUtf8)).toBe(true)
    expect(entries.find(({ name }) => name === '无.txt')?.bytes.toString()).toBe('展位')
    expect(entries.find(({ name }) => name === '展位_图.png')?.bytes.equals(PNG)).toBe(true)
    // One file is had by itself.
    const [one] = files
    await test.call(admin, 'PUT', FORM, { ...row, papers: one.path })
    expect((await test.call(admin, 'GET', `${FORM}/${row.id}`)).body.result._zips).toBeUndefined()
  })

  it('an archive is had by whoever may read its files, or was given its address', async () => {
    const files = [await uploaded('1.pdf', PDF), await uploaded('2.pdf', PDF)]
    const row = await add({ papers: files.map(({ path }) => path).join(',') })
    const other = await add({ papers: files.map(({ path }) => path).join(',') })
    const address = `${API}/sys/common/zip?form=viewed&id=${row.id}&field=papers`
    expect((await zipOf(admin, address)).status).toBe(200)
    expect((await zipOf(staff, address)).status).toBe(404)
    expect((await zipOf(null, address)).status).toBe(404)
    const signed: string = row._zips.papers
    expect((await zipOf(null, signed)).status).toBe(200)
    expect((await zipOf(null, signed.replace(row.id, other.id))).status).toBe(404)
    // What vouches for one file vouches for nothing else.
    const { search } = new URL(files[0].url, 'http://x')
    expect((await zipOf(null, `${address}&${search.slice(1)}`)).status).toBe(404)
    expect((await zipOf(admin, `${API}/sys/common/zip?form=viewed&id=x&field=papers`)).status).toBe(404)
    test.clock.ahead = 61 * 60_000
    expect((await zipOf(null, signed)).status).toBe(404)
    test.clock.ahead = 0
    // Too much for one archive: neither offered nor made.
    await test.database.connections.writePool.query(
      'update platform.sys_file set file_size = 600000000 where path = any($1)',
      [files.map(({ path }) => path)],
    )
    expect((await zipOf(null, signed)).status).toBe(400)
    expect((await test.call(admin, 'GET', `${FORM}/${row.id}`)).body.result._zips).toBeUndefined()
  })
})

interface Entry {
  name: string
  isUtf8: boolean
  bytes: Buffer
}

function entriesOf(bytes: Buffer): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const entries: Entry[] = []
      zip.on('error', reject)
      zip.on('end', () => resolve(entries))
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (fault, stream) => {
          if (fault) return reject(fault)
          const parts: Buffer[] = []
          for await (const part of stream) parts.push(part as Buffer)
          const isUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0
          entries.push({ name: entry.fileName, isUtf8, bytes: Buffer.concat(parts) })
          zip.readEntry()
        }),
      )
      zip.readEntry()
    })
  })
}
