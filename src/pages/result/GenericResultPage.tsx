import { text } from '../../text/zh-CN.ts'
import { ResultPage } from './ResultPage.tsx'

export default function GenericResultPage() {
  return <ResultPage own={{ status: 'info', ...text.result.generic }} />
}
