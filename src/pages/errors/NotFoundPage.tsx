import { Button, Descriptions, Result } from 'antd'
import { useAtomValue } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { userInfoAtom } from '../../session/atoms.ts'
import { text } from '../../text/zh-CN.ts'

/** In place of a page that is not there or not granted: the browser cannot tell which, so it says both, and whom to ask. */
export function NotFoundPage({ path }: { path: string | null }) {
  const navigate = useNavigate()
  const username = useAtomValue(userInfoAtom)?.username ?? ''
  return (
    <Result
      status="404"
      title={<h1 className="error-title">{text.pages.notFound}</h1>}
      subTitle={text.pages.notFoundHint(username)}
      extra={
        <Button type="primary" onClick={() => navigate('/')}>
          {text.pages.backHome}
        </Button>
      }
    >
      {path && (
        <Descriptions
          column={1}
          size="small"
          className="missing-facts"
          items={[{ key: 'path', label: text.pages.path, children: <code>{path}</code> }]}
        />
      )}
    </Result>
  )
}
