import type { Config } from '../config.ts'
import type { Connections } from '../database/connection.ts'
import type { SmsSender } from '../modules/auth/sms.ts'
import type { Documents } from '../modules/document/documents.ts'

/** What the application is built from. */
export interface AppParts {
  config: Pick<
    Config,
    | 'apiBase'
    | 'gridLicenseKey'
    | 'page'
    | 'logLevel'
    | 'sessionIdleMinutes'
    | 'registration'
    | 'casUrl'
    | 'oidc'
    | 'publicOrigins'
    | 'externalOrigins'
    | 'externalNetworks'
    | 'thirdLoginSecrets'
    | 'secretKey'
    | 'trustProxy'
    | 'logsShortMessages'
    | 'dataDir'
    | 'metricsToken'
    | 'smtpUrl'
    | 'mailFrom'
    | 'smsGatewayUrl'
    | 'logDays'
    | 'dialectV3'
    | 'captcha'
    | 'telemetry'
    | 's3'
  >
  connections: Connections
  documents: Documents
  /** Folder of the built browser application; absent in tests of calls. */
  webFolder?: string
  /** Sends short messages; the built-in one writes them to the log. */
  smsSender?: SmsSender
  /** Clock in ms, for tests of locks and session ends. */
  now?: () => number
  /** Waits, for tests of delays. */
  sleep?: (ms: number) => Promise<void>
  /** Changes of an operation that are taken back while the caller waits, for tests. */
  undoneAtOnce?: number
  /** Where log lines go; the terminal when absent. */
  logStream?: { write(line: string): void }
  /** An answer that does not fit its shape is an error: for tests. */
  checksAnswers?: boolean
}
