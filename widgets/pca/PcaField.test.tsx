import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Property } from '#schemas/page/form.ts'
import { renderFields } from '#tests/helpers/widget-bench.tsx'

const area = (options: object = {}): Record<string, Property> => ({
  area: { type: 'string', title: '地区', view: 'pca', options } as Property,
})
async function choose(user: { click(element: Element): Promise<void> }, ...names: string[]): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: '地区' }))
  for (const [level, name] of names.entries()) {
    const item = await waitFor(() => {
      const menu = document.querySelectorAll('.ant-cascader-menu')[level]
      const found = [...(menu?.querySelectorAll('.ant-cascader-menu-item') ?? [])].find(
        (one) => one.textContent === name,
      )
      if (!found) throw new Error(`no area ${name}`)
      return found
    })
    await user.click(item)
  }
}

describe('areas in a form', () => {
  it('shows the names of a stored district joined by a slash, and what is no area as it is [widget-25]', async () => {
    const { store } = renderFields(
      { ...area(), old: { type: 'string', title: '旧', view: 'pca' } },
      { area: '310118', old: '海外' },
    )
    expect(await screen.findByText('上海市/上海市/青浦区')).toBeTruthy()
    expect(await screen.findByText('海外')).toBeTruthy()
    expect(store.row()).toEqual({ area: '310118', old: '海外' })
  })

  it('stores the code of the last level [widget-25, popup-27]', async () => {
    const { store, user } = renderFields(area())
    await choose(user, '浙江省', '杭州市', '西湖区')
    expect(store.row().area).toBe('330106')
  })

  it('offers as many levels as its document says', async () => {
    const { store, user } = renderFields(area({ displayLevel: 'province' }))
    await choose(user, '广东省')
    expect(store.row().area).toBe('440000')
  })

  it('shows the district alone where its document says so', async () => {
    renderFields(area({ displayLevel: 'region' }), { area: '310118' })
    expect(await screen.findByText('青浦区')).toBeTruthy()
  })
})
