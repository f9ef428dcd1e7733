import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PageContent } from './PageContent.tsx'

it('shows title and description above the page [layout-13]', () => {
  render(
    <PageContent title="在线用户" description="当前已登录的用户">
      <p>rows</p>
    </PageContent>,
  )
  expect(screen.getByRole('heading', { name: '在线用户' })).toBeTruthy()
  expect(screen.getByText('当前已登录的用户')).toBeTruthy()
  expect(screen.getByText('rows')).toBeTruthy()
})
