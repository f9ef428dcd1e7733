import { Type } from 'typebox'

/** Query of the calls that name a job. */
export const jobIdQuery = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })

/** `result` of GET /sys/quartzJob/nextRuns: local times of the server. */
export const nextRunsAnswer = Type.Array(Type.String())
