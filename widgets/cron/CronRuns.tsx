import { Typography } from 'antd'
import { useEffect, useState } from 'react'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { nextRuns, parseCron } from '#schemas/rules/cron.ts'
import { t } from '#schemas/text/text.ts'

/** The runs are counted when nothing was set for so long. */
const PREVIEW_DELAY_MS = 500
const RUNS = 10

interface Runs {
  /** As if every year were meant. */
  anyYear: readonly string[]
  real: readonly string[]
}

/** The next runs of an expression, without and with its year. */
export function CronRuns({ expression }: { expression: string }) {
  const [runs, setRuns] = useState<Runs | null>(() => runsOf(expression))
  useEffect(() => {
    const timer = setTimeout(() => setRuns(runsOf(expression)), PREVIEW_DELAY_MS)
    return () => clearTimeout(timer)
  }, [expression])
  if (!runs) return null
  return (
    <div className="cron-runs">
      <RunList title={t('近十次运行（不含年）')} runs={runs.anyYear} />
      <RunList title={t('实际运行（含年）')} runs={runs.real} />
    </div>
  )
}

function RunList({ title, runs }: { title: string; runs: readonly string[] }) {
  return (
    <section aria-label={title}>
      <Typography.Text type="secondary">{title}</Typography.Text>
      {runs.length === 0 ? (
        <p>{t('没有下一次运行')}</p>
      ) : (
        <ol>
          {runs.map((run) => (
            <li key={run}>{run}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

function runsOf(expression: string): Runs | null {
  const { rule } = parseCron(expression)
  if (!rule) return null
  const asked = { from: new Date(), count: RUNS }
  const written = (found: readonly Date[]) => found.map((run) => wireTime(run).datetime)
  return {
    anyYear: written(nextRuns({ ...rule, years: null }, asked)),
    real: written(nextRuns(rule, asked)),
  }
}
