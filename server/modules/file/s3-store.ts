import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../../config-s3.ts'
import type { FileStore } from './file-store.ts'

/** Longest wait for the head of an answer. */
const ANSWER_MS = 60_000

/** Files in a bucket of a server that speaks S3; addresses name the bucket in their path, as all such servers understand. */
export function createS3Store({ endpoint, bucket, region, accessKey, secretKey }: S3Config): FileStore {
  // A body that is a stream cannot be sent a second time: the caller is told, and tries again.
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 0,
  })
  const addressOf = (path: string) =>
    `${endpoint}/${encodeURIComponent(bucket)}/${path.split('/').map(encodeURIComponent).join('/')}`

  async function ask(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: ReadableStream } = {},
  ): Promise<Response> {
    const request = await client.sign(addressOf(path), { method, ...init } as RequestInit)
    const control = new AbortController()
    // Only the head is waited for: a large file takes longer.
    const timer = setTimeout(() => control.abort(), ANSWER_MS)
    try {
      return await fetch(request, { signal: control.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  async function failed(answer: Response, what: string): Promise<never> {
    const words = (await answer.text().catch(() => '')).slice(0, 300)
    throw new Error(`the file store answered ${answer.status} to ${what}: ${words}`)
  }

  return {
    async put(path, { file, size, sha256, type }) {
      const answer = await ask('PUT', path, {
        headers: { 'content-length': String(size), 'content-type': type, 'x-amz-content-sha256': sha256 },
        body: Readable.toWeb(createReadStream(file)) as ReadableStream,
      })
      if (!answer.ok) await failed(answer, `PUT ${path}`)
      await answer.body?.cancel()
    },

    async get(path, range) {
      const answer = await ask(
        'GET',
        path,
        range ? { headers: { range: `bytes=${range.from}-${range.to}` } } : {},
      )
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      if (!answer.ok || !answer.body) return failed(answer, `GET ${path}`)
      return Readable.fromWeb(answer.body as ReadableStream)
    },

    async exists(path) {
      const answer = await ask('HEAD', path)
      if (answer.ok) return true
      return answer.status === 404 ? false : failed(answer, `HEAD ${path}`)
    },

    async remove(path) {
      const answer = await ask('DELETE', path)
      if (!answer.ok && answer.status !== 404) await failed(answer, `DELETE ${path}`)
      await answer.body?.cancel()
    },
  }
}
