import { expect, it } from 'vitest'
import { RequestError } from '../../data/data-client.ts'
import { fileItems } from './file-item.ts'
import { filesCodec } from './files-codec.ts'
import { knownFiles } from './known-files.ts'
import { createUploadQueue, type Upload } from './upload-queue.ts'

const file = (name: string) => new File(['abc'], name, { type: 'image/png' })
const item = { name: 'a.png', type: 'image/png', size: 3, path: '', url: '', message: '' }

/** A queue, and what it has told of its files. */
function watched(send: Parameters<typeof createUploadQueue>[0]['send']) {
  const turns: (readonly Upload[])[] = []
  let ended: (whole: boolean) => void = () => {}
  const whole = new Promise<boolean>((resolve) => {
    ended = resolve
  })
  const queue = createUploadQueue({
    send,
    begin: () => ended,
    onTurn: (uploads) => turns.push(uploads),
    onDone: () => {},
    onFailed: () => {},
  })
  return { queue, turns, whole }
}

it('a file goes from uploading to done, described at every step [upload-01, upload-02, upload-05]', async () => {
  const { queue, turns, whole } = watched(async (sent, { onProgress }) => {
    onProgress(0.5)
    return { path: 't/1.png', name: sent.name, type: sent.type, size: sent.size, url: '/u' }
  })
  queue.add([file('a.png')])
  expect(await whole).toBe(true)
  expect(turns.map((uploads) => uploads.map((one) => one.item))).toEqual([
    [{ ...item, status: 'uploading', percent: 0 }],
    [{ ...item, status: 'uploading', percent: 50 }],
    [{ ...item, status: 'done', percent: 100, path: 't/1.png', url: '/u' }],
  ])
})

it('or to error with its reason, or removed by who sent it, and the next one goes out [upload-02, upload-05, upload-06]', async () => {
  const { queue, turns, whole } = watched((sent, { signal }) => {
    if (sent.name === 'a.png') return Promise.reject(new RequestError('', 200))
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  queue.add([file('a.png'), file('b.png')])
  const under = () => turns.at(-1)?.find((one) => one.item.name === 'b.png')
  await expect.poll(() => turns.flat().map((one) => one.item.status)).toContain('error')
  expect(turns.flat().find((one) => one.item.status === 'error')?.item.message).toBe('未知错误')
  under()?.cancel()
  expect(under()?.item.status).toBe('removed')
  expect(await whole).toBe(false)
})

it('reads what other forms keep as descriptions, and keeps it until it is touched [upload-01]', () => {
  const stored =
    '[{"fileName":"平面图.pdf","filePath":"a/b.pdf","fileSize":7},{"name":"c.png","path":"a/c.png","url":"/c","status":"done"}]'
  expect(fileItems(stored)).toMatchObject([
    { name: '平面图.pdf', path: 'a/b.pdf', size: 7, status: 'done', percent: 100 },
    { name: 'c.png', path: 'a/c.png', url: '/c' },
  ])
  expect(filesCodec.parse(stored)).toEqual(['a/b.pdf', 'a/c.png'])
  expect(knownFiles({ photo: stored }, 'photo')('a/c.png')).toMatchObject({ name: 'c.png', url: '/c' })
  expect(filesCodec.store(filesCodec.parse('a/b.pdf,,a/c.png'))).toBe('a/b.pdf,a/c.png')
  expect(filesCodec.parse('[no list')).toEqual(['[no list'])
})
