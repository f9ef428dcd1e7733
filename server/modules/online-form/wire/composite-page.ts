import { createHash } from 'node:crypto'
import type { CompositePage, FormPage } from '#schemas/api/page.ts'
import { withTexts } from '#schemas/compile/document-texts.ts'
import { OWN_LANGUAGE } from '#schemas/text/text.ts'
import { AppError, notFound } from '../../../errors.ts'
import { reader, scopeOf } from '../../../language.ts'
import { may } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import type { PageEntry } from '../../document/page-documents.ts'
import { type DictionaryOptions, pageDefinition } from './page-definition.ts'
import { toldProblems } from './told-problems.ts'

/**
 * A composite page as this user may see it. Who may open it is decided by the form that is chosen from; parts at the right
 * that the user may not list are left out.
 */
export async function compositePage(
  { code, document, version, problems, outdated }: PageEntry,
  session: Session,
  documents: Documents,
  dictionaries: DictionaryOptions,
): Promise<CompositePage> {
  if (!document)
    throw new AppError('BROKEN_DOCUMENT', undefined, {
      problems: toldProblems(problems, session),
    })
  const forms: Record<string, FormPage> = {}
  for (const name of new Set([document.left.form, ...document.right.map(({ form }) => form)])) {
    const entry = documents.entry(name)
    if (!entry?.form || !may(session, 'list', { form: entry.form }).allowed) continue
    forms[name] = await pageDefinition(entry, entry.form, session, documents, dictionaries)
  }
  if (!Object.hasOwn(forms, document.left.form)) throw notFound(`页面 ${code} 的左侧表单不可用`)
  const { language, word } = reader()
  const { texts: _, ...seen } = {
    ...document,
    right: document.right.filter(({ form }) => Object.hasOwn(forms, form)),
  }
  return {
    kind: 'page',
    ...(language === OWN_LANGUAGE ? {} : { language }),
    document: withTexts(seen, (text) => word(scopeOf.page(code), text)),
    forms,
    version: createHash('sha256')
      .update(JSON.stringify([version, Object.values(forms).map((form) => form.version)]))
      .digest('hex')
      .slice(0, 16),
    problems: toldProblems(problems, session),
    outdated,
  }
}
