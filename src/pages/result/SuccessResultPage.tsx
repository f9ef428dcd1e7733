import { text } from '../../text/zh-CN.ts'
import { ResultPage } from './ResultPage.tsx'

export default function SuccessResultPage() {
  return <ResultPage own={{ status: 'success', ...text.result.success }} />
}
