import { Result } from 'antd'
import { useAtomValue } from 'jotai'
import { useServices } from '../../kit/services.ts'
import { frameAddress } from '../../menu/frame-address.ts'
import { tokenAtom } from '../../session/atoms.ts'
import { text } from '../../text/zh-CN.ts'

/** Another site, or a page of the server's own, in a frame. */
export function FramePage({ url, title }: { url: string; title: string }) {
  const { config } = useServices()
  const token = useAtomValue(tokenAtom)
  const address = frameAddress(url, config.apiBase, token ?? '', window.location.origin)
  if (!address) return <Result status="warning" title={text.pages.frameBlocked} subTitle={url} />
  return (
    <iframe
      className="frame-page"
      src={address.href}
      title={title}
      referrerPolicy="no-referrer"
      // A foreign page may run, but neither leave its frame nor reach into ours.
      sandbox={
        address.isOwn ? undefined : 'allow-scripts allow-forms allow-popups allow-same-origin allow-downloads'
      }
    />
  )
}
