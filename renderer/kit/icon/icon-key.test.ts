import { expect, it } from 'vitest'
import { iconKey } from './icon-key.ts'

it('finds an icon under every spelling of its name [menu-13]', () => {
  for (const name of ['bar-chart', 'BarChartOutlined', 'ant-design:bar-chart-outlined', 'bar-chart-filled'])
    expect(iconKey(name)).toBe('bar-chart')
  expect(iconKey('')).toBe('')
})
