import { render, screen } from '@testing-library/react'
import { App } from 'antd'
import { expect, it } from 'vitest'
import { envelope, fakeWire } from '#tests/helpers/wire.ts'
import { readConfig } from '../config.ts'
import { ServicesContext } from '../kit/services.ts'
import { wireApp } from '../wire-app.ts'
import { DepartDialog } from './DepartDialog.tsx'

it.each([
  ['select', null, '部门选择', '500px'],
  ['switch', 'A01', /部门切换.*总部/, '450px'],
])('the dialog to %s a department has its own width [dept-02, dept-03]', async (_, orgCode, name, width) => {
  const list = [{ id: '1', orgCode: 'A01', departName: '总部' }]
  const { adapter } = fakeWire(() => ({ body: envelope({ list, orgCode }) }))
  const { services } = wireApp(readConfig(), { reload() {}, probe: async () => true, adapter })
  render(
    <ServicesContext value={services}>
      <App>
        <DepartDialog onClose={() => {}} />
      </App>
    </ServicesContext>,
  )
  expect((await screen.findByRole('dialog', { name })).outerHTML).toContain(width)
})
