import { fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { Provider } from 'jotai'
import { expect, it } from 'vitest'
import type { OperationLine, Undoing } from '#schemas/api/operation.ts'
import { envelope, fakeWire } from '#tests/helpers/wire.ts'
import { readConfig } from '../config.ts'
import { ServicesContext } from '../kit/services.ts'
import { wireApp } from '../wire-app.ts'
import { OperationsDrawer } from './OperationsDrawer.tsx'

const line = (more: Partial<OperationLine> = {}): OperationLine => ({
  id: 'op',
  at: '2026-01-01 00:00:00',
  username: 'admin',
  form: 'lot',
  formTitle: '展品',
  action: 'import',
  actionTitle: null,
  undoes: null,
  count: 50_000,
  others: 0,
  kept: null,
  undoing: null,
  ...more,
})
const undoing = (more: Partial<Undoing>): Undoing => ({
  ...{ isOpen: true, done: 0, total: 50_000, error: null, problems: [] },
  ...more,
})

/** The drawer over a server that says these one after the other. */
function open(...answers: OperationLine[]) {
  const { adapter } = fakeWire(({ method, path }) => {
    if (method === 'POST') return { body: envelope({ operation: null, count: 50_000 }) }
    if (!path.endsWith('/list')) return { body: envelope(null) }
    const records = [(answers.length > 1 ? answers.shift() : answers[0]) ?? line()]
    return { body: envelope({ records, total: 1, size: 10, current: 1, pages: 1, everyone: false }) }
  })
  const { atoms, services } = wireApp(readConfig(), { reload() {}, probe: async () => true, adapter })
  render(
    <Provider store={atoms}>
      <ServicesContext value={services}>
        <App>
          <OperationsDrawer onClose={() => undefined} />
        </App>
      </ServicesContext>
    </Provider>,
  )
}

it('shows how far an operation is taken back in the background, until it has ended', async () => {
  open(
    line(),
    line({ kept: 'undoing', undoing: undoing({ done: 20_000 }) }),
    line({ kept: 'undone', undoing: undoing({ isOpen: false, done: 50_000 }) }),
  )
  fireEvent.click(await screen.findByRole('button', { name: /撤销：/ }))
  await screen.findByText('正在撤销 40%')
  expect(screen.queryByRole('button', { name: /撤销：/ })).toBeNull()
  await screen.findByText('已撤销', {}, { timeout: 5000 })
})

it('says why that failed, and offers to try again', async () => {
  const error = '记录“L2”：之后已被 li 更改，不能撤销（共 2 条记录）'
  open(line({ undoing: undoing({ isOpen: false, error }) }))
  await screen.findByText(`撤销失败：${error}`)
  screen.getByRole('button', { name: /撤销：/ })
})
