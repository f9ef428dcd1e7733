import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { type Services, ServicesContext } from '../../kit/services.ts'
import JobPlanPanel from './JobPlanPanel.tsx'

function open(runs: readonly string[] | Error, status = 0) {
  const asked: unknown[] = []
  const http = {
    async get(path: string, params: unknown) {
      asked.push([path, params])
      if (runs instanceof Error) throw runs
      return { success: true, code: 200, message: '', result: runs, timestamp: 0 }
    },
  }
  renderWith(
    testServices(createMemoryClient({ documents: [] })),
    <ServicesContext value={{ http } as unknown as Services}>
      <JobPlanPanel
        records={[{ id: 'j1', cronExpression: '0 0 3 * * ?', status }]}
        source={{} as never}
        client={{} as never}
        changed={() => undefined}
        done={() => undefined}
        close={() => undefined}
        setUnsaved={() => undefined}
      />
    </ServicesContext>,
  )
  return { asked }
}

describe('the plan of a job [screen-106]', () => {
  it('shows the next runs that the server answers', async () => {
    const { asked } = open(['2026-11-23 03:00:00', '2026-11-24 03:00:00'])
    await screen.findByText('2026-11-23 03:00:00')
    await screen.findByText('2026-11-24 03:00:00')
    expect(asked).toEqual([['/sys/quartzJob/nextRuns', { id: 'j1' }]])
    expect(screen.queryByText(/任务已停止/)).toBeNull()
  })

  it('says that a stopped job runs after its start, and what went wrong', async () => {
    open(new RequestError('没有权限', 403), -1)
    await screen.findByText('没有权限')
    await screen.findByText(/任务已停止/)
  })

  it('says where a schedule has ended', async () => {
    open([])
    await screen.findByText('没有下一次运行')
  })
})
