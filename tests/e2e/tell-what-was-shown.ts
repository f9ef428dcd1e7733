import { afterEach } from 'vitest'
import { whatIsShown } from './browser.ts'

// A machine that runs the journeys keeps no pictures: the report of a failure says what stood on the screens.
afterEach(async ({ task }) => {
  const [error] = task.result?.state === 'fail' ? (task.result.errors ?? []) : []
  if (!error) return
  const shown = (await whatIsShown()).join('\n')
  error.message += `\n${shown}`
  if (error.stack) error.stack += `\n${shown}`
})
