import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type FormActions, type FormWriter, firstMessage, usableForm } from '../online-form/index.ts'
import type { MessageSender, OutgoingMessage } from './senders.ts'

const FORM = 'sys_announcement'
/** System messages, as against announcements (`msg_category`). */
const SYSTEM = '2'

/** A message within the system. */
interface SystemMessage
  extends Pick<OutgoingMessage, 'tenantId' | 'author' | 'title' | 'content' | 'receivers'> {
  /** Code of the form whose list it leads to. */
  opens?: string
}

/** Messages within the system: an announcement to the named users, published at once. */
export function systemMessageSender(parts: {
  documents: Documents
  writer: Pick<FormWriter, 'insert'>
  actions: FormActions
}): MessageSender & { send(message: SystemMessage): Promise<string> } {
  const { documents, writer, actions } = parts
  return {
    async send({ tenantId, author, title, content, receivers, opens }: SystemMessage) {
      const { form } = usableForm(documents, FORM)
      const context = { session: sessionFor(tenantId, author), requestId: 'send-messages' }
      const values = {
        titile: title,
        msgContent: content,
        msgCategory: SYSTEM,
        msgType: 'USER',
        priority: 'M',
        userIds: receivers.join(','),
        ...(opens === undefined ? {} : { openType: 'component', openPage: opens }),
      }
      const added = await writer.insert(form, values, context)
      if (!added.saved) throw new Error(firstMessage(form, added.errors))
      const published = await actions.run(form, 'publish', { ids: [added.id], input: {} }, context)
      if (!published.done) throw new Error(firstMessage(form, published.errors))
      return `已发送给 ${receivers.length} 个用户`
    },
  }
}

/** The program, announcing what a user wrote under that user's name. It belongs to no request and no token. */
function sessionFor(tenantId: number, username: string): Session {
  return {
    id: 'system',
    userId: '',
    username,
    realname: '系统',
    tenantId,
    orgCode: '',
    orgCodes: [],
    roleCodes: [],
    isAdmin: true,
    permissions: new Set(),
    forms: new Map(),
    rightsVersion: '',
  }
}
