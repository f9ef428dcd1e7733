import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { UnknownWidget } from './UnknownWidget.tsx'

it.each([
  ['dat', '未知的控件“dat”，是否应为“date”？（字段 a），暂以文本显示'],
  ['hologram', '未知的控件“hologram”（字段 a），暂以文本显示'],
  ['link_table', '控件“link_table”尚未提供（字段 a），暂以文本显示'],
])('says of the kind %s what is wrong with it', (kind, expected) => {
  const { getByRole } = render(<UnknownWidget kind={kind} name="a" value={null} />)
  expect(getByRole('note').textContent).toBe(expected)
})
