import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Row } from '#schemas/compile/model.ts'
import { badRequest } from '../../errors.ts'
import type { ActionCall, ActionStep } from '../online-form/index.ts'
import { TRIGGER, wantRun } from './due-runs.ts'

/** What documents may call to be done with jobs and their runs. */
export const jobCalls = {
  async 'job.execute'({ rows, step }) {
    for (const row of rows) await order(step, row, String(row.id), TRIGGER.order)
    return { message: '执行成功!' }
  },
  async 'job.repeat'({ rows, step }) {
    for (const row of rows) await order(step, row, String(row.jobId), TRIGGER.repeat)
    return { message: '已重新运行' }
  },
} satisfies Record<string, ActionCall>

async function order(
  { client, session, now }: ActionStep['step'],
  { jobClassName, parameter }: Row,
  jobId: string,
  trigger: (typeof TRIGGER)['order' | 'repeat'],
): Promise<void> {
  const isWanted = await wantRun(client, {
    jobId,
    jobClassName: String(jobClassName),
    parameter: typeof parameter === 'string' ? parameter : null,
    trigger,
    planTime: wireTime(now).datetime,
    by: session.username,
  })
  if (!isWanted) throw badRequest('该任务正在运行，请等待其结束')
}
