import type { FormPage } from '#schemas/api/page.ts'
import { actionCode } from '#schemas/compile/action-code.ts'
import type { Problem } from '#schemas/compile/model.ts'
import type { AnsweredForm, FormAnswers } from '#schemas/import/answered-form.ts'
import { shortHash } from '#schemas/import/field-names.ts'
import { t } from '#schemas/text/text.ts'

/** What is neither answered nor taken by this client of such a server. */
const NOT_OFFERED: ReadonlySet<string> = new Set(['import', 'export', 'print'])

/** The page of a document that was made from a server's answers. */
export function pageOfAnswers(
  { document, subDocuments, dicts, left }: AnsweredForm,
  { form }: FormAnswers,
): FormPage {
  const isReadOnly = (form as { form_disable_update?: unknown } | null)?.form_disable_update === true
  const actions = (document.list?.actions ?? [])
    .map(actionCode)
    .filter((code) => !NOT_OFFERED.has(code) && !(isReadOnly && code === 'edit'))
  const text = JSON.stringify({ document, subDocuments, dicts, actions })
  return {
    kind: 'form',
    document,
    subDocuments,
    // The answers have no version.
    version: `${text.length}-${shortHash(text)}`,
    problems: left.map(leftOut),
    outdated: false,
    synced: true,
    access: {
      actions,
      readonly: [],
      subActions: Object.fromEntries(Object.keys(subDocuments).map((code) => [code, null])),
    },
    dicts,
  }
}

function leftOut(name: string): Problem {
  return {
    severity: 'warning',
    fatal: false,
    code: 'field-name',
    path: '',
    message: t('字段“{name}”的名称无法使用，未显示', { name }),
  }
}
