/** What a run of a job is given. */
export interface JobRun {
  /** Text that the job carries. */
  parameter: string
  /** Writes a line of the run's output. */
  say(line: string): void
  /** Says that there was nothing to do: a run by the schedule that ends well then leaves no entry in the history. */
  idle(): void
  /** Aborted when the server stops. */
  signal: AbortSignal
}

/** Work that jobs may name; what it throws makes the run a failure. */
export interface JobClass {
  (run: JobRun): Promise<void>
  /** It carries on what is left when its process ends: it is begun again at once. */
  readonly carriesOn?: true
}

/** The work that jobs may name, by the name in `jobClassName`; the dictionary `job_class` offers the same names. */
export type JobClasses = Readonly<Record<string, JobClass>>

/** A job to try schedules with: writes its parameter to the log and to its own output; the parameter `fail` fails. */
export function logParameter(log: { info(message: string): void }): JobClass {
  return async ({ parameter, say }) => {
    log.info(`定时任务参数：${parameter}`)
    say(`参数：${parameter}`)
    if (parameter === 'fail') throw new Error('参数为 fail，任务按要求失败')
  }
}
