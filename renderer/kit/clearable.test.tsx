import { cleanup, render } from '@testing-library/react'
import { DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { afterEach, expect, it } from 'vitest'
import { CLEARABLE } from './clearable.tsx'

afterEach(cleanup)

it('the cross of a filled control is no stop for Tab', () => {
  const { container } = render(
    <>
      <Input value="text" allowClear={CLEARABLE} onChange={() => {}} />
      <Select value="1" options={[{ value: '1', label: 'one' }]} allowClear={CLEARABLE} />
      <DatePicker value={dayjs('2026-01-02')} allowClear={CLEARABLE} />
    </>,
  )
  const crosses = [...container.querySelectorAll('button')]
  expect(crosses.map((cross) => cross.tabIndex)).toEqual([-1, -1, -1])
})
