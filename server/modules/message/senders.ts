import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { SettingValues } from '#schemas/api/setting.ts'
import type { SmsSender } from '../auth/sms.ts'
import { createExternalCalls } from '../external-call/external-call.ts'
import { ClosedAddress, createReachableAddress } from '../external-call/reachable-address.ts'
import { type Delivery, RefusedReceiver, sendToEach } from './each-receiver.ts'

/** A message that is ready to be sent. */
export interface OutgoingMessage extends Delivery {
  tenantId: number
  /** User name of whoever wrote it. */
  author: string
  title: string
  content: string
}

/** Sends messages of one kind; answers what is noted of it, and throws the reason where it cannot. */
export interface MessageSender {
  send(message: OutgoingMessage): Promise<string>
}

/** Waits of a mail server that does not answer. */
const MAIL_MS = 15_000

type Log = { warn(message: string): void }

/**
 * Mail by SMTP, as the settings say at the time; where no server is set, the log says that there was a mail. A server
 * that the screen names passes the check of external calls, one of the environment is the operator's word.
 */
export function mailSender(
  settings: () => Promise<SettingValues<'mail'>>,
  /** Address of the environment, which may hold more than the settings know; null: theirs. */
  smtpUrl: string | null,
  networks: readonly string[],
  log: Log,
): MessageSender {
  const addresses = createReachableAddress(networks)
  return {
    async send(message) {
      const { title, content, receivers } = message
      const { host, port, secure, user, password, from } = await settings()
      if (host === '') {
        log.warn(`邮件未发送：未配置邮件服务器（${receivers.length} 个接收人，标题 ${title.length} 字）`)
        return '未配置邮件服务器，仅写入日志'
      }
      const transport = createTransport({
        ...(smtpUrl === null
          ? {
              // The address that is connected to is the one that was checked; the certificate is the name's.
              host: await addresses.addressOf(host).catch(closedServer),
              ...(isIP(host) === 0 ? { tls: { servername: host } } : {}),
              port,
              secure: secure === 'Y',
              ...(user === '' ? {} : { auth: { user, pass: password } }),
            }
          : { url: smtpUrl }),
        connectionTimeout: MAIL_MS,
        greetingTimeout: MAIL_MS,
        socketTimeout: MAIL_MS,
      })
      // One mail for each: receivers do not learn of each other.
      await sendToEach(message, async (to) => {
        const mail = {
          from,
          to,
          subject: title,
          ...(looksLikeHtml(content) ? { html: content } : { text: content }),
          // Content is a text, never a file of this machine or an address to be fetched.
          disableFileAccess: true,
          disableUrlAccess: true,
        }
        await transport.sendMail(mail).catch(refusedMail)
      })
      return `已发送邮件 ${receivers.length} 封`
    },
  }
}

/** The server's answer about one mail, as against a server that cannot be reached or lets nobody in. */
function refusedMail(error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  throw code === 'EENVELOPE' || code === 'EMESSAGE' ? new RefusedReceiver(message, { cause: error }) : error
}

function closedServer(error: unknown): never {
  throw error instanceof ClosedAddress
    ? new Error('邮件服务器的地址不允许访问，请管理员在 EXTERNAL_NETWORKS 中放行', { cause: error })
    : error
}

function looksLikeHtml(content: string): boolean {
  return /<\/?[a-z][\s\S]*>/i.test(content)
}

/**
 * Short messages by the gateway that the settings name, which takes `{ phone, text }` as JSON; its address passes the
 * check of external calls; one that the environment names may spell out a private address. Without one, `log` has them.
 */
export function gatewaySmsSender(
  settings: () => Promise<SettingValues<'sms'>>,
  /** The gateway is named by the environment. */
  isOperators: boolean,
  networks: readonly string[],
  log: SmsSender,
): SmsSender {
  return {
    async send(phone, text) {
      const { gatewayUrl: url } = await settings()
      if (url === '') return log.send(phone, text)
      const origins = [new URL(url).origin]
      const call = createExternalCalls({ origins, networks, listsAddresses: isOperators })
      const { status } = await call({ method: 'POST', url, params: {}, body: { phone, text } })
      if (status < 200 || status >= 300) throw new RefusedReceiver(`短信网关返回 ${status}`)
    },
  }
}

/** Messages to phones over whatever sends codes to phones. */
export function smsMessageSender(sms: SmsSender, isLogged: () => Promise<boolean>): MessageSender {
  return {
    async send(message) {
      const { content, receivers } = message
      await sendToEach(message, (phone) => sms.send(phone, content))
      return (await isLogged()) ? '未配置短信网关，仅写入日志' : `已发送短信 ${receivers.length} 条`
    },
  }
}
