import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type Option, RequestError } from '#renderer/index.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { BENCH, clientWith, inField, renderFields } from '#tests/helpers/widget-bench.tsx'

const CHAIN: Record<string, Property> = {
  province: {
    type: 'string',
    title: '省份',
    view: 'link_down',
    options: {
      table: 'area',
      txt: 'name',
      key: 'code',
      idField: 'id',
      pidField: 'pid',
      linkField: 'city,area',
    },
  },
  city: { type: 'string', title: '城市', view: 'text', form: false },
  area: { type: 'string', title: '区县', view: 'text', form: false },
}
const LEVELS: Record<string, Option[]> = {
  '': [
    { value: 'zj', text: '浙江', id: '1' },
    { value: 'js', text: '江苏', id: '2' },
  ],
  1: [{ value: 'hz', text: '杭州', id: '11' }],
  2: [{ value: 'nj', text: '南京', id: '21' }],
  11: [{ value: 'xh', text: '西湖', id: '111' }],
}

function areas() {
  const asked: unknown[] = []
  let fails = false
  const client = clientWith(createMemoryClient({ documents: [] }), {
    async options(source, { parent = '' }) {
      asked.push([source, parent])
      if (fails) {
        fails = false
        throw new RequestError('操作失败', 500)
      }
      return LEVELS[parent] ?? []
    },
  })
  return { client, asked, failOnce: () => (fails = true) }
}
const level = (number: number) => screen.findByRole('combobox', { name: `省份第${number}级` })
async function choose(
  user: { click(element: Element): Promise<void> },
  number: number,
  text: string,
): Promise<void> {
  await user.click(await level(number))
  const option = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-item-option')].find(
      (one) => one.textContent === text,
    )
    if (!found) throw new Error(`no choice ${text}`)
    return found
  })
  await user.click(option)
}

describe('linked dropdowns', () => {
  it('marks the level that is missing, and says below the field what it is', async () => {
    const { client } = areas()
    const { store } = renderFields(CHAIN, { province: 'zj' }, client)
    await level(3)
    act(() => store.setError('city', '请选择城市'))
    expect(await inField('province').findByText('请选择城市')).toBeTruthy()
    const marked = [...document.querySelectorAll('.ant-select')].map((one) =>
      one.classList.contains('ant-select-status-error'),
    )
    expect(marked).toEqual([false, true, false])
    act(() => store.set('province', 'zj', { city: 'hz' }))
    await waitFor(() => expect(inField('province').queryByText('请选择城市')).toBeNull())
  })

  it('loads the next level by the identity of the choice, and keeps each level in its column [widget-24, formwidget-06]', async () => {
    const { client, asked } = areas()
    const { store, user } = renderFields(CHAIN, {}, client)
    expect(await level(2)).toHaveProperty('disabled', true)
    await choose(user, 1, '浙江')
    await choose(user, 2, '杭州')
    await choose(user, 3, '西湖')
    expect(store.row()).toMatchObject({ province: 'zj', city: 'hz', area: 'xh' })
    expect(asked).toContainEqual([{ table: expect.objectContaining({ key: `${BENCH}.province` }) }, '11'])
    expect(inField('province').getByTitle('西湖')).toBeTruthy()
  })

  it('empties the levels below the one that changes [formwidget-07]', async () => {
    const { store, user } = renderFields(CHAIN, { province: 'zj', city: 'hz', area: 'xh' }, areas().client)
    expect(await screen.findByTitle('西湖')).toBeTruthy()
    await choose(user, 1, '江苏')
    expect(store.row()).toMatchObject({ province: 'js', city: null, area: null })
    await choose(user, 2, '南京')
    expect(store.row()).toMatchObject({ province: 'js', city: 'nj', area: null })
  })

  it('keeps in sight what is stored and is no choice', async () => {
    const { store } = renderFields(CHAIN, { province: '海外', city: '东京' }, areas().client)
    expect(await screen.findByTitle('海外：已不存在，或您无权查看')).toBeTruthy()
    expect(screen.getByTitle('东京：已不存在，或您无权查看')).toBeTruthy()
    expect(store.row()).toMatchObject({ province: '海外', city: '东京' })
  })

  it('says that its configuration may be wrong, and tries again [err-41]', async () => {
    const { client, failOnce } = areas()
    failOnce()
    const { user } = renderFields(CHAIN, {}, client)
    expect(await screen.findByText('联动组件数据加载失败,请检查配置!')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await level(1)).toBeTruthy()
  })
})
