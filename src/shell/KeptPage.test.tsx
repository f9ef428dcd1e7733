import { render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { KeptPage } from './KeptPage.tsx'

const log: string[] = []

function Page() {
  const [opened] = useState(() => log.push('opened'))
  useEffect(() => {
    log.push('works')
    return () => {
      log.push('rests')
    }
  }, [])
  return (
    <section>
      <input aria-label="名称" data-opened={opened} />
    </section>
  )
}

it('keeps state and layout of a page that is not shown, and lets it do nothing [tabs-12]', () => {
  const children = <Page />
  const page = (shown: boolean) => <KeptPage shown={shown}>{children}</KeptPage>
  const { rerender } = render(page(true))
  const input = screen.getByLabelText<HTMLInputElement>('名称')
  input.value = '上海展'
  for (let turn = 0; turn < 2; turn++) {
    rerender(page(false))
    expect(log.at(-1)).toBe('rests')
    expect(screen.queryByRole('textbox')).toBeNull()
    const section = input.closest('section')
    expect(section?.style.display).toBe('')
    expect(section?.parentElement?.style.contentVisibility).toBe('hidden')
    rerender(page(true))
    expect(log.at(-1)).toBe('works')
    expect(screen.getByRole('textbox')).toBe(input)
    expect(section?.parentElement?.style.contentVisibility).toBeFalsy()
  }
  expect(input.value).toBe('上海展')
  expect(log.filter((word) => word === 'opened')).toHaveLength(1)
})
