import { PageContent } from '../../shell/PageContent.tsx'

/** The page of a document. */
export function SchemaPage({ code }: { code: string; onTitle?: (title: string) => void }) {
  return (
    <PageContent title={code}>
      <input aria-label="probe" />
    </PageContent>
  )
}
