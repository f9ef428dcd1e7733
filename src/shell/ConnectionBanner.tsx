import { Alert } from 'antd'
import { useAtomValue } from 'jotai'
import { text } from '../text/zh-CN.ts'
import { connectionLostAtom } from './connection.ts'

/** Says that the server cannot be reached, for as long as it cannot. */
export function ConnectionBanner() {
  const isLost = useAtomValue(connectionLostAtom)
  return isLost ? <Alert banner type="warning" title={text.connection.lost} /> : null
}
