import type { Pool } from 'pg'
import type { Session } from '../../permission/session.ts'

/** A template of messages, as far as a message needs it. */
interface Template {
  templateName: string
  templateContent: string
  /** 1 in use. */
  useStatus: string
}

/** The template of a code in the session's tenant; undefined where there is none. */
export async function templateCalled(
  readPool: Pool,
  { tenantId }: Session,
  code: string,
): Promise<Template | undefined> {
  const { rows } = await readPool.query<Template>(
    `select template_name as "templateName", template_content as "templateContent", use_status as "useStatus"
     from platform.sys_message_template where tenant_id = $1 and template_code = $2`,
    [tenantId, code],
  )
  return rows[0]
}
