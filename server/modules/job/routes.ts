import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { jobIdQuery, nextRunsAnswer } from '#schemas/api/job.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { nextRuns, parseCron } from '#schemas/rules/cron.ts'
import { route } from '../../http/route.ts'
import {
  contextOf,
  firstMessage,
  type OnlineFormParts,
  usableForm,
  wireRoutes,
} from '../online-form/index.ts'

const FORM = 'sys_quartz_job'
const BASE = '/sys/quartzJob'
/** The preview of a schedule shows so many runs. */
const SHOWN_RUNS = 10

/** The wire's calls for jobs, besides those of its document. */
export function registerJobs(
  app: FastifyInstance,
  forms: Pick<OnlineFormParts, 'documents' | 'reader' | 'writer' | 'exports' | 'imports' | 'actions'>,
  now: () => Date,
): void {
  wireRoutes(
    app,
    BASE,
    { document: FORM, said: { add: '创建定时任务成功', edit: '更新定时任务成功!' } },
    forms,
  )
  const formOf = () => usableForm(forms.documents, FORM).form

  /** Carries out an action of the document; what is in that state already stays as it is: twice is once. */
  async function change(
    request: FastifyRequest,
    id: string,
    action: string,
    status: number | null,
    done: string,
  ) {
    const form = formOf()
    const answer = await forms.actions.run(form, action, { ids: [id], input: {} }, contextOf(request))
    if (answer.done) return ok(null, done)
    const job = await forms.reader.record(form, request.session, id)
    return status !== null && job.status === status
      ? ok(null, done)
      : refused(firstMessage(form, answer.errors))
  }

  // GETs that change something, as the wire has them. No other site can cause them: the token is a header.
  const acting = [
    ['pause', -1, '暂停定时任务成功'],
    ['resume', 0, '恢复定时任务成功'],
    ['execute', null, '执行成功!'],
  ] as const
  for (const [action, status, done] of acting)
    route(
      app,
      'GET',
      `${BASE}/${action}`,
      { access: { action, form: FORM }, query: jobIdQuery, answer: nothing },
      async (request) => change(request, request.query.id, action, status, done),
    )

  route(
    app,
    'GET',
    `${BASE}/nextRuns`,
    { access: { action: 'list', form: FORM }, query: jobIdQuery, answer: nextRunsAnswer },
    async ({ session, query }) => {
      const { cronExpression } = await forms.reader.record(formOf(), session, query.id)
      const { rule } = parseCron(String(cronExpression))
      const runs = rule ? nextRuns(rule, { from: now(), count: SHOWN_RUNS }) : []
      return ok(runs.map((run) => wireTime(run).datetime))
    },
  )
}
