import type { PoolClient } from 'pg'
import type { Session } from '../../../permission/session.ts'
import type { FormChange } from './behaviour.ts'

/** An open transaction, who it is for, and what it has changed so far. */
export interface Unit {
  client: PoolClient
  session: Session
  requestId: string
  address?: string | undefined
  action: string
  /** What the log calls it, where that is another word. */
  loggedAs?: string | undefined
  /** Key of its entry in the log. */
  operation: string
  /** The operation that it takes back. */
  batchId?: string | undefined
  changes: FormChange[]
  /** What is to run once all of it is committed. */
  committed: (() => void)[]
  /** How many behaviours stand between the request and this change. */
  depth: number
}
