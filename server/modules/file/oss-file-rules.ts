import type { Behaviour } from '../online-form/index.ts'
import type { Files } from './files.ts'

/** A file of the file list is called as it came, where nobody says otherwise. */
export function ossFileRules(files: Pick<Files, 'named'>): Behaviour {
  return {
    name: 'file list',
    forms: ['oss_file'],

    async prepare(drafts, { client }) {
      const unnamed = drafts.filter(({ row }) => String(row.fileName ?? '').trim() === '')
      if (unnamed.length === 0) return
      const found = await files.named(
        client,
        unnamed.map(({ row }) => String(row.url ?? '')),
      )
      const names = new Map(found.map(({ path, name }) => [path, name]))
      for (const { row } of unnamed) row.fileName = names.get(String(row.url ?? '')) ?? null
    },
  }
}
