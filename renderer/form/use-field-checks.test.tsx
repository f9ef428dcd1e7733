import { act, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, renderPage } from '#tests/helpers/render-page.tsx'
import type { FieldCheck } from '../data/data-client.ts'

const stand: FormDocument = {
  kind: 'form',
  code: 'stand',
  title: '展位',
  schema: {
    type: 'object',
    properties: {
      no: { type: 'string', title: '展位号', view: 'text', unique: true, checkRule: 'stand_no' },
      note: { type: 'string', title: '备注', view: 'text' },
    },
  },
  list: { columns: ['no'] },
}

const message = () =>
  document.querySelector('[role="dialog"] [data-field="no"][data-invalid] .expo-field-help')?.textContent ??
  null

/** A new record; the answers about values are given when the test gives them. */
async function openNew() {
  const memory = createMemoryClient({ documents: [stand], rows: { stand: [] } })
  const asked: { question: FieldCheck; answer(reason: string | null): void; aborted(): boolean }[] = []
  const client = {
    ...memory,
    check: (question: FieldCheck, call?: { signal?: AbortSignal }) =>
      new Promise<string | null>((answer) => {
        asked.push({ question, answer, aborted: () => call?.signal?.aborted === true })
      }),
  }
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'stand')
  await waitFor(() => button('新增'))
  await user.click(button('新增'))
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('[role="dialog"] [data-field="no"] input')
    if (!found) throw new Error('the form is not there')
    return found
  })
  return { asked, user, input }
}
const values = (asked: readonly { question: FieldCheck }[]) => asked.map(({ question }) => question.value)

it('a value is judged while it is typed, when the typing rests, and an empty one never [validate-26, validate-27, validate-28, validate-30]', async () => {
  const { asked, user, input } = await openNew()
  await user.type(input, 'a1')
  // The keyboard is still in the field.
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.question).toEqual({ rule: 'stand_no', value: 'a1' })
  asked[0]?.answer('首位应为大写字母')
  await waitFor(() => expect(message()).toBe('首位应为大写字母'))
  expect(document.activeElement).toBe(input)
  await user.clear(input)
  await waitFor(() => expect(message()).toBeNull())
  await user.tab()
  expect(asked).toHaveLength(1)
})

it('the last answer wins: an earlier one that comes late says nothing', async () => {
  const { asked, user, input } = await openNew()
  await user.type(input, 'a')
  await waitFor(() => expect(values(asked)).toEqual(['a']))
  await user.type(input, 'b')
  await waitFor(() => expect(values(asked)).toEqual(['a', 'ab']))
  expect(asked.map(({ aborted }) => aborted())).toEqual([true, false])
  asked[1]?.answer(null)
  // What fits the rule is asked for twice: whether another record has it, too.
  await waitFor(() => expect(asked).toHaveLength(3))
  expect(asked[2]?.question).toEqual({ table: 'stand', field: 'no', value: 'ab' })
  asked[2]?.answer('该值不可用，系统中已存在！')
  await waitFor(() => expect(message()).toBe('该值不可用，系统中已存在！'))
  await act(async () => asked[0]?.answer('旧的回答'))
  expect(message()).toBe('该值不可用，系统中已存在！')
})

it('a field that is left is judged at once, and not twice', async () => {
  const { asked, user, input } = await openNew()
  await user.type(input, 'A1')
  await user.tab()
  expect(values(asked)).toEqual(['A1'])
  asked[0]?.answer(null)
  await waitFor(() => expect(values(asked)).toEqual(['A1', 'A1']))
  asked[1]?.answer(null)
  await user.click(input)
  await user.tab()
  expect(asked).toHaveLength(2)
})
