import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FileStore } from './file-store.ts'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'

const KEYS = { accessKey: 'reader', secretKey: 'a-secret-of-the-bucket', region: 'cn-east-1' }
const PATH = 'temp/2026/11/0123456789abcdef0123456789abcdef.png'

let folder = ''
let server: Server
const kept = new Map<string, Buffer>()
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stores-'))
  server = createServer((request, answer) => {
    void objectServer(request).then(({ status, body }) => answer.writeHead(status).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** The calls of the protocol that a store needs, with its signature (version 4) checked by the rules of its specification. */
async function objectServer(request: IncomingMessage): Promise<{ status: number; body?: Buffer }> {
  const body = await buffer(request)
  if (!isSigned(request, body)) return { status: 403 }
  const path = request.url ?? ''
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return { status: 411 }
    kept.set(path, body)
    return { status: 200 }
  }
  const found = kept.get(path)
  if (request.method === 'DELETE') {
    kept.delete(path)
    return { status: 204 }
  }
  if (!found) return { status: 404 }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  return from && to
    ? { status: 206, body: found.subarray(Number(from), Number(to) + 1) }
    : { status: 200, body: found }
}

function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, day = '', names = '', given = ''] =
    /^AWS4-HMAC-SHA256 Credential=reader\/(\d{8})\/cn-east-1\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const sum = String(headers['x-amz-content-sha256'])
  if (sum !== 'UNSIGNED-PAYLOAD' && sum !== hash(body)) return false
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url, '', lines.join(''), names, sum].join('\n')
  const scope = `${day}/cn-east-1/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(Buffer.from(canonical))].join('\n')
  const key = [day, 'cn-east-1', 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => sign(secret, part),
    Buffer.from(`AWS4${KEYS.secretKey}`),
  )
  return sign(key, text).toString('hex') === given
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const bucket = (secretKey = KEYS.secretKey) =>
  createS3Store({
    ...KEYS,
    secretKey,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'files',
  })

describe.each<[string, () => FileStore]>([
  ['a folder', () => createLocalStore(join(folder, 'files'))],
  ['a bucket', bucket],
])('files in %s', (_, make) => {
  const arrived = (bytes: Buffer) => {
    const file = join(folder, `arrived-${randomBytes(4).toString('hex')}`)
    writeFileSync(file, bytes)
    return { file, size: bytes.length, sha256: hash(bytes), type: 'image/png' }
  }

  it('are kept whole, read in parts, and removed', async () => {
    const store = make()
    const bytes = randomBytes(300_000)
    expect(await store.get(PATH)).toBeNull()
    expect(await store.exists(PATH)).toBe(false)
    await store.put(PATH, arrived(bytes))
    expect(await store.exists(PATH)).toBe(true)
    const read = async (range?: { from: number; to: number }) => {
      const stream = await store.get(PATH, range)
      return stream && buffer(stream)
    }
    expect((await read())?.equals(bytes)).toBe(true)
    expect((await read({ from: 10, to: 19 }))?.equals(bytes.subarray(10, 20))).toBe(true)
    await store.remove(PATH)
    expect(await store.get(PATH)).toBeNull()
    // Twice is as good as once.
    await store.remove(PATH)
  })
})

it('a bucket that refuses is an error, not a missing file', async () => {
  const store = bucket('another-secret')
  await expect(store.get(PATH)).rejects.toThrow('403')
  await expect(store.exists(PATH)).rejects.toThrow('403')
})
