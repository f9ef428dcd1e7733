import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Services, ServicesContext } from '../kit/services.ts'
import { ExternalLink } from './ExternalLink.tsx'

const draw = (url: string) =>
  render(
    <ServicesContext value={{ config: { apiBase: '/jeecg-boot' } } as Services}>
      <ExternalLink url={url}>报表</ExternalLink>
    </ServicesContext>,
  )

it('an entry that opens in a new window has its placeholders filled in [menu-12]', () => {
  draw("{{ window._CONFIG['domianURL'] }}/report/1")
  expect(screen.getByRole('link').getAttribute('href')).toBe(`${window.location.origin}/jeecg-boot/report/1`)
})

it('an entry that is no address of the web is no link', () => {
  draw('javascript:alert(1)')
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('报表')).toBeTruthy()
})
