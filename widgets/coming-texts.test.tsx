import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import { choiceSource } from '#schemas/compile/choice-source.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { holdsSeveral } from '#schemas/compile/holds-several.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { benchDocument, clientWith, renderFields } from '#tests/helpers/widget-bench.tsx'

const KEY = 'KEY-OF-A-ROW'

/** The first example of every kind whose choices come from the server. */
const chosen = readdirSync('widgets')
  .map((kind) => `widgets/${kind}/example.json`)
  .filter((file) => existsSync(file))
  .flatMap((file) => {
    const { columns, kind } = JSON.parse(readFileSync(file, 'utf8')) as {
      kind: string
      columns: { property: Property }[]
    }
    const { property } = columns[0] ?? {}
    if (!property) return []
    // A dictionary that stands in the document needs no call.
    const asked: Property = { ...property, ...(property.dict ? { dict: 'asked_for' } : {}) }
    const [field] = compileForm(benchDocument({ f: asked })).fields
    const source = field && choiceSource(field)
    // A switch is on or off, and shows neither key nor text.
    if (kind === 'switch') return []
    return source && !('areas' in source) ? [[kind, asked, holdsSeveral(field)] as const] : []
  })

it('there are such kinds', () => {
  expect(chosen.map(([kind]) => kind)).toEqual(
    expect.arrayContaining(['list', 'sel_tree', 'sel_user', 'sel_depart']),
  )
})

it.each(chosen)(
  '%s shows no key while its text is under way, and the key where there is none',
  async (_, property, several) => {
    const waiting: { fail(): void }[] = []
    const never = () =>
      new Promise<never>((_, reject) => {
        waiting.push({ fail: () => reject(new RequestError('没有答复', 500)) })
      })
    const client = clientWith(createMemoryClient({ documents: [] }), { options: never, labels: never })
    renderFields({ f: property }, { f: KEY }, client)
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0))
    // Where several are chosen the box of this environment has no width, and shows none of them.
    if (!several)
      await waitFor(() =>
        expect(document.querySelector('[data-field="f"] :is([aria-label="加载中"], .ant-spin)')).toBeTruthy(),
      )
    expect(document.body.textContent).not.toContain(KEY)
    for (const one of waiting) one.fail()
    await waitFor(() => expect(screen.queryByLabelText('加载中')).toBeNull())
  },
)
