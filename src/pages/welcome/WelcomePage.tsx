import { useAtomValue } from 'jotai'
import { sessionUserAtom } from '../../session/atoms.ts'
import { PageContent } from '../../shell/PageContent.tsx'
import { text } from '../../text/zh-CN.ts'

/** Home of a user whose menu holds no home page. */
export default function WelcomePage() {
  const { realname, welcome } = useAtomValue(sessionUserAtom)
  return (
    <PageContent title={`${welcome}，${realname}`} description={text.welcome}>
      <p>{text.pages.welcomeHint}</p>
    </PageContent>
  )
}
