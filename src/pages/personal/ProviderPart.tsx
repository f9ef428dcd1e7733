import { Alert, App, Button, Popconfirm, Spin, Typography } from 'antd'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSave } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { OidcOwn } from '#schemas/api/sign-in.ts'
import { t } from '#schemas/text/text.ts'
import { CALL_PATHS } from '../../api/call-paths.ts'
import { resultOf } from '../../api/http.ts'
import { LoadFault } from '../../kit/LoadFault.tsx'
import { useServices } from '../../kit/services.ts'
import { useAnswer } from '../../kit/use-answer.ts'
import { returnedBy } from '../../session/at-provider.ts'

/** Whether an account of the provider signs the own user in: linked here, and taken back here. */
export function ProviderPart() {
  const { http } = useServices()
  const { message } = App.useApp()
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const loaded = useAnswer<OidcOwn>('/sys/oidc/own')
  const { busy, save } = useSave()
  const say = (error: Error) => void message.error(error.message)

  /** Asks for a change of the link and shows what it is then. */
  const change = (path: string, body: object) =>
    save(async () => {
      const answer = await http.post<Envelope<null>>(path, body, { quiet: true })
      resultOf(answer)
      loaded.reload()
      message.success(answer.message)
    }, say)
  const handleLink = () =>
    save(async () => {
      const answer = await http.post<Envelope<{ url: string }>>(CALL_PATHS.oidcBegin, {}, { quiet: true })
      window.location.assign(resultOf(answer).url)
    }, say)

  const isReturned = useRef(false)
  useEffect(() => {
    const body = returnedBy(search)
    if (body.state === undefined || isReturned.current) return
    isReturned.current = true
    // What the provider sent is used once: a reload of the page tries nothing again.
    navigate(pathname, { replace: true })
    void change('/sys/oidc/link', body)
  })

  if (loaded.error) return <LoadFault of={loaded} />
  if (!loaded.data) return <Spin />
  const { isLinked, mayUnlink } = loaded.data
  if (!isLinked)
    return (
      <>
        <Typography.Paragraph>
          {t('尚未绑定统一认证账号。绑定后可以用它登录，无需密码。')}
        </Typography.Paragraph>
        <Button type="primary" loading={busy} onClick={handleLink}>
          {t('绑定统一认证账号')}
        </Button>
      </>
    )
  return (
    <>
      <Alert
        type="success"
        showIcon
        title={t('已绑定统一认证账号')}
        description={mayUnlink ? undefined : t('该账号只能通过统一认证登录，设置密码后才能解除绑定。')}
        style={{ marginBottom: 16, maxWidth: 560 }}
      />
      {mayUnlink && (
        <Popconfirm
          title={t('解除绑定后，只能用密码登录。确定解除？')}
          onConfirm={() => void change('/sys/oidc/unlink', {})}
        >
          <Button danger loading={busy}>
            {t('解除绑定')}
          </Button>
        </Popconfirm>
      )}
    </>
  )
}
