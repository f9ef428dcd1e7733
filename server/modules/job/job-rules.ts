import { wireTime } from '#schemas/compile/form-variables.ts'
import { nextRuns, parseCron } from '#schemas/rules/cron.ts'
import { type Behaviour, Refused } from '../online-form/index.ts'
import type { JobClasses } from './job-classes.ts'

const RUNNING = 0
/** Words of a run that waits or is under way. */
const OPEN = new Set(['0', '1'])

/** What a change of jobs does besides storing them: the schedule is judged, and says when the job comes next. */
export function jobRules(classes: JobClasses): Behaviour {
  return {
    name: 'jobs',
    forms: ['sys_quartz_job'],

    async prepare(drafts, { now }) {
      for (const { row, stored } of drafts) {
        const name = String(row.jobClassName ?? '')
        if (name !== '' && !Object.hasOwn(classes, name))
          throw refusal('jobClassName', `任务类“${name}”不存在，可用的有：${Object.keys(classes).join('、')}`)
        if (typeof row.cronExpression !== 'string' || row.cronExpression.trim() === '') continue
        const { rule } = parseCron(row.cronExpression)
        // What is no expression is refused by the field's own check.
        if (!rule) continue
        const [next] = nextRuns(rule, { from: now, count: 1 })
        // A job that is stopped after its last run stays as it is.
        const isNewPlan =
          stored === null || stored.cronExpression !== row.cronExpression || row.status === RUNNING
        if (!next && isNewPlan)
          throw refusal('cronExpression', '该表达式没有下一次运行时间，请检查日期和年份')
        row.nextTime = row.status === RUNNING && next ? wireTime(next).datetime : null
      }
    },
  }
}

/** Runs that wait or are under way stay until they have ended. */
export const jobRunRules: Behaviour = {
  name: 'runs of jobs',
  forms: ['sys_quartz_job_log'],
  async beforeRemove(rows) {
    return rows.some(({ row }) => OPEN.has(String(row.status))) ? '任务正在运行，结束后才能删除其记录' : null
  },
}

function refusal(field: string, message: string): Refused {
  return new Refused([{ field, message }])
}
