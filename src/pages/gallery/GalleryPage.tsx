import { PageContent } from '../../shell/PageContent.tsx'
import { text } from '../../text/zh-CN.ts'

/** Every widget on all its surfaces. */
export default function GalleryPage() {
  return <PageContent title={text.pages.gallery}>…</PageContent>
}
