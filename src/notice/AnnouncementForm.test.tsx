import { fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { expect, it } from 'vitest'
import { fakeWire } from '#tests/helpers/wire.ts'
import { readConfig } from '../config.ts'
import { ServicesContext } from '../shell/services.ts'
import { wireApp } from '../wire-app.ts'
import { AnnouncementForm } from './AnnouncementForm.tsx'

it('shows what is being written as its readers will see it, without what could run', async () => {
  const { adapter } = fakeWire(() => ({ status: 404 }))
  const { services } = wireApp(readConfig(), { reload() {}, probe: async () => true, adapter })
  render(
    <ServicesContext value={services}>
      <App>
        <AnnouncementForm announcement={null} onClose={() => {}} onSaved={() => {}} />
      </App>
    </ServicesContext>,
  )
  expect(screen.queryByText('内容预览')).toBeNull()
  const write = (value: string) => fireEvent.change(screen.getByLabelText('内容'), { target: { value } })
  write('<b onclick="x()">布展</b><img src="x" onerror="x()"><script>x()</script>')
  await screen.findByText('内容预览')
  const shown = () => document.querySelector('.notice-preview .notice-text')
  expect(shown()?.innerHTML).toBe('<b>布展</b><img src="x">')
  expect(shown()?.className).not.toContain('is-plain')
  // Lines of a text without tags stay lines.
  write('第一行\n第二行')
  await screen.findByText(/第二行/, { selector: '.is-plain' })
})
