import { existsSync, readFileSync } from 'node:fs'
import { fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Property } from '#schemas/page/form.ts'
import { parseCron } from '#schemas/rules/cron-fields.ts'
import { CRON_PARTS, type CronPart, firstSetting, textOf } from '#schemas/rules/cron-parts.ts'
import { renderFields } from '#tests/helpers/widget-bench.tsx'
import { CronPartTab } from './CronPartTab.tsx'
import { useCronEditor } from './use-cron-editor.ts'

const PLAN: Record<string, Property> = { plan: { type: 'string', title: '计划', view: 'cron' } }

async function open(value: string | null) {
  const bench = renderFields(PLAN, { plan: value })
  const button = await screen.findByRole('button', { name: '选择计划' })
  button.focus()
  await bench.user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog')
  return { ...bench, dialog, button }
}
const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Cron 表达式' })
const tab = (name: string) => screen.getByRole('tab', { name })
const mode = (part: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: part })).getByRole('radio', { name })
const runs = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const confirm = () => screen.getByRole('button', { name: /确\s*定/ })

/** The inputs of one part, which keep what is set. */
function PartOf({ part, type }: { part: CronPart; type: 'loop' | 'range' }) {
  const [setting, setSetting] = useState({ ...firstSetting(part, 2026), type })
  const handleChange = (change: object) => setSetting((before) => ({ ...before, ...change }))
  return <CronPartTab part={part} setting={setting} onChange={handleChange} />
}

describe('the field', () => {
  it('says what the expression means, and refuses what means nothing', async () => {
    const { store, user } = renderFields(PLAN, { plan: '0 30 9 ? * MON-FRI' })
    await screen.findByText('每周一至周五 09:30')
    const input = screen.getByRole('textbox', { name: '计划' })
    await user.clear(input)
    await user.type(input, '0 30 25 * * ?')
    await user.tab()
    await screen.findByText('“时”的“25”超出范围：应为0到23')
    expect(store.row().plan).toBe('0 30 25 * * ?')
  })
})

describe('the editor', () => {
  it('has seven tabs, is 608 px wide and opens and confirms by keyboard [cron-01, cron-02]', async () => {
    const { store, user, dialog, button } = await open('0 0 3 * * ?')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      ...['秒', '分', '时', '日', '月', '周', '年'],
    ])
    expect(dialog.closest<HTMLElement>('.ant-modal')?.style.width).toBe('608px')
    confirm().focus()
    await user.keyboard('{Enter}')
    // Nobody touched it: six parts stay six.
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(store.row().plan).toBe('0 0 3 * * ?')
  })

  it('sets a part, closes what is shorter and lets day and week exclude each other [cron-06, cron-07, cron-08, cron-09, cron-10, cron-11, cron-15, cron-16]', async () => {
    const { store, user } = await open(null)
    expect(typed().value).toBe('* * * * * ? *')
    await user.click(tab('时'))
    await user.click(mode('时', '循环'))
    expect(typed().value).toBe('0 0 0/1 * * ? *')
    const every = screen.getByRole('spinbutton', { name: '时 间隔' })
    await user.clear(every)
    await user.type(every, '4')
    await user.click(tab('周'))
    await user.click(mode('周', '指定'))
    await user.click(screen.getByRole('checkbox', { name: '周三' }))
    expect(typed().value).toBe('0 0 0/4 ? * 1,4 *')
    await user.click(tab('日'))
    expect(mode('日', '不设置')).toHaveProperty('checked', true)
    await user.click(mode('日', '工作日'))
    expect(typed().value).toBe('0 0 0/4 1W * ? *')
    await user.click(mode('日', '最后一日'))
    expect(typed().value).toBe('0 0 0/4 L * ? *')
    await screen.findByText('每月最后一天 每4小时')
    await user.click(confirm())
    expect(store.row().plan).toBe('0 0 0/4 L * ? *')
  })

  it('keeps what no mode has, and takes an expression that is typed [cron-18, cron-20]', async () => {
    const { store, user } = await open('0 0 12 ? * 6#3')
    await user.click(tab('周'))
    expect(mode('周', '其他写法')).toHaveProperty('checked', true)
    await user.click(tab('分'))
    await user.click(mode('分', '区间'))
    expect(typed().value).toBe('0 0-59 12 ? * 6#3 *')
    fireEvent.change(typed(), { target: { value: '0 0 0 1 1 ? 9999' } })
    await screen.findByText('“年”的“9999”超出范围：应为1970到2199')
    expect(confirm()).toHaveProperty('disabled', true)
    fireEvent.change(typed(), { target: { value: '0 15 8 LW 1,7 ?' } })
    await screen.findByText('1月、7月 最后一个工作日 08:15')
    await user.click(confirm())
    expect(store.row().plan).toBe('0 15 8 LW 1,7 ?')
  })

  /** What each number of a mode becomes when it is typed below and above its limits. */
  function limits(part: CronPart, type: 'loop' | 'range', ...typedValues: string[]) {
    const { container, unmount } = render(<PartOf part={part} type={type} />)
    const inputs = [...container.querySelectorAll<HTMLInputElement>('[role="spinbutton"]:enabled')]
    const found = inputs.map((input) =>
      typedValues.map((value) => {
        fireEvent.change(input, { target: { value } })
        fireEvent.blur(input)
        return Number(input.value)
      }),
    )
    unmount()
    return found
  }

  it('keeps every number within its limits, and days whole [cron-24, cron-25, cron-26, cron-27, cron-28, cron-29, cron-30, cron-32, cron-33, cron-34, cron-36, cron-37, cron-38, cron-39]', () => {
    const loops = CRON_PARTS.map((part) => [part, ...limits(part, 'loop', '-5', '99999')])
    expect(loops).toEqual([
      ['second', [0, 59], [1, 59]],
      ['minute', [0, 59], [1, 60]],
      ['hour', [0, 23], [1, 23]],
      ['day', [1, 31], [1, 31]],
      ['month', [1, 12], [0, 12]],
      ['week', [1, 7], [1, 7]],
      ['year', [0, 99999], [1, 99]],
    ])
    const ranges = (['day', 'month', 'year'] as const).map((part) => limits(part, 'range', '-5', '99999'))
    expect(ranges).toEqual([
      [
        [1, 31],
        [1, 31],
      ],
      [
        [1, 12],
        [1, 12],
      ],
      [
        [0, 99999],
        [1, 99999],
      ],
    ])
    expect(limits('day', 'range', '2.4')).toEqual([[2], [2]])
  })

  it('has one stop of the Tab key for the sixty minutes, with arrows from one to the next and Space to tick', async () => {
    const { user } = await open('0 * * * * ?')
    await user.click(tab('分'))
    const panel = within(screen.getByRole('tabpanel', { name: '分' }))
    const boxes = panel.getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes).toHaveLength(60)
    // Ten in a row, as the browser would lay them out.
    for (const [at, box] of boxes.entries())
      box.getBoundingClientRect = () => new DOMRect((at % 10) * 50, Math.floor(at / 10) * 20, 16, 16)
    await user.click(mode('分', '指定'))
    await user.tab()
    const at = () => Number((document.activeElement as HTMLInputElement).value)
    expect(at()).toBe(0)
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown} ')
    expect(at()).toBe(22)
    expect(typed().value).toBe('0 0,22 * * * ? *')
    await user.keyboard('{ArrowUp}{ArrowLeft} ')
    expect(typed().value).toBe('0 0,11,22 * * * ? *')
    await user.keyboard('{End}{ArrowRight}{ArrowLeft}')
    expect(at()).toBe(59)
    // The mouse ticks, and the keyboard goes on from there.
    await user.click(panel.getByRole('checkbox', { name: '30' }))
    expect(typed().value).toBe('0 0,11,22,30 * * * ? *')
    await user.tab()
    expect(document.activeElement).toBe(typed())
    await user.tab({ shift: true })
    expect(at()).toBe(30)
  })

  it('offers the months 1 to 12 and the years 2019 to 2119 [cron-33, cron-35]', async () => {
    await open('0 0 3 * * ?')
    fireEvent.click(tab('月'))
    fireEvent.click(mode('月', '指定'))
    const months = within(screen.getByRole('tabpanel', { name: '月' })).getAllByRole('checkbox')
    expect(months.map((box) => (box as HTMLInputElement).value)).toEqual(
      Array.from({ length: 12 }, (_, at) => String(at + 1)),
    )
    fireEvent.click(tab('年'))
    fireEvent.click(mode('年', '指定'))
    const years = screen.getByRole('combobox', { name: '年 指定' })
    const offered = (year: string) => {
      fireEvent.change(years, { target: { value: year } })
      return document.querySelectorAll(`.ant-select-item-option[title="${year}"]`).length
    }
    expect(['2018', '2019', '2119', '2120'].map(offered)).toEqual([0, 1, 1, 0])
  })

  it('ranges over the coming hundred years by default [cron-36, cron-37, cron-38, cron-40]', async () => {
    const { user } = await open('0 0 0 1 1 ?')
    await user.click(tab('年'))
    await user.click(mode('年', '区间'))
    const now = new Date().getFullYear()
    expect(typed().value).toBe(`0 0 0 1 1 ? ${now}-${now + 100}`)
    const least = (name: string) =>
      screen.getByRole('spinbutton', { name: `年 ${name}` }).getAttribute('aria-valuemin')
    expect([least('起始'), least('结束'), least('间隔')]).toEqual(['0', '1', '1'])
  })
})

describe('the preview', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    vi.setSystemTime(new Date(2026, 10, 22, 10, 0, 0))
  })
  afterEach(() => vi.useRealTimers())

  it('shows the next ten runs without the year, the true ones beside them, 500 ms after the last change [cron-21, cron-22, cron-23]', async () => {
    await open('0 0 3 * * ? 2026')
    expect(runs('近十次运行（不含年）')).toHaveLength(10)
    expect(runs('近十次运行（不含年）')[0]).toBe('2026-11-23 03:00:00')
    fireEvent.change(typed(), { target: { value: '0 0 3 1 1 ? 2028' } })
    vi.advanceTimersByTime(400)
    expect(runs('实际运行（含年）')[0]).toBe('2026-11-23 03:00:00')
    await waitFor(() => expect(runs('实际运行（含年）')).toEqual(['2028-01-01 03:00:00']))
    expect(runs('近十次运行（不含年）').slice(0, 2)).toEqual(['2027-01-01 03:00:00', '2028-01-01 03:00:00'])
    expect(runs('近十次运行（不含年）')).toHaveLength(10)
  })
})

const GIVEN = '../shared/corpus/base/quartz_jobs.json'
it.skipIf(!existsSync(GIVEN))(
  'schedules of existing installations are read and written as they stand',
  () => {
    const { rows } = JSON.parse(readFileSync(GIVEN, 'utf8')) as { rows: { cron_expression: string }[] }
    expect(rows.length).toBeGreaterThan(0)
    for (const { cron_expression: expression } of rows) {
      expect(parseCron(expression).mistake, expression).toBeNull()
      const { result, unmount } = renderHook(() => useCronEditor(expression))
      // What is confirmed untouched, and what each part is shown as.
      expect(result.current.expression).toBe(expression)
      const parts = CRON_PARTS.map((part) => textOf(part, result.current.setting(part)))
      const [year, ...rest] = parts.toReversed()
      const seven = expression.split(' ').length === 7
      expect([...rest.toReversed(), ...(seven ? [year] : [])].join(' ')).toBe(expression)
      unmount()
    }
  },
)
