import { text } from '../../text/zh-CN.ts'
import { ResultPage } from './ResultPage.tsx'

export default function ErrorResultPage() {
  return <ResultPage own={{ status: 'error', ...text.result.error }} />
}
