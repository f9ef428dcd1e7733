import { useAtomValue } from 'jotai'
import { PageContent } from '../../kit/PageContent.tsx'
import { useShellNames } from '../../kit/shell-look.ts'
import { sessionUserAtom } from '../../session/atoms.ts'
import { text } from '../../text/zh-CN.ts'

/** Home of a user whose menu holds no home page. */
export default function WelcomePage() {
  const { realname, welcome } = useAtomValue(sessionUserAtom)
  const { name } = useShellNames()
  return (
    <PageContent title={`${welcome}，${realname}`} description={text.welcome(name)}>
      <p>{text.pages.welcomeHint}</p>
    </PageContent>
  )
}
