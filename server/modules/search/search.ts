import { type FormStarts, type FoundRecord, LIST_STARTS, type SearchResult } from '#schemas/api/search.ts'
import { actionCode, actionRight } from '#schemas/compile/action-code.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { badRequest } from '../../errors.ts'
import { reader, scopeOf } from '../../language.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import type { RecordSearch } from '../online-form/index.ts'

/** Time for the whole search, and for one form (ms): what takes longer is named. */
const ALL_MS = 1800
const FORM_MS = 1000
/** Statements at a time: a search leaves most connections to others. */
const LANES = 3
/** Records told of one form; who looks for more goes to its list. */
const MOST = 5

/** What is found from anywhere, for one session at a time. */
export interface Search {
  /** Records of all forms that the session may list, by the fields that their documents name. */
  records(session: Session, text: string): Promise<SearchResult>
  /** What the session may begin in the lists of forms. */
  starts(session: Session): FormStarts[]
}

/** The search over the documents. */
export function createSearch(documents: Pick<Documents, 'entries'>, search: RecordSearch): Search {
  /** Forms whose list is made of their own rows. */
  const listed = (session: Session): CompiledForm[] =>
    documents.entries().flatMap(({ form }) => {
      if (!form || form.document.list?.url !== undefined) return []
      return may(session, 'list', { form }).allowed ? [form] : []
    })

  return {
    async records(session, text) {
      const word = text.trim()
      if (word.includes('\0')) throw badRequest('参数包含非法字符')
      const forms = word === '' ? [] : listed(session).filter((form) => form.search)
      const end = Date.now() + ALL_MS
      const found: (FoundRecord[] | null)[] = forms.map(() => null)
      let next = 0
      const lane = async () => {
        for (let at = next++; at < forms.length; at = next++) {
          const form = forms[at]
          const ms = Math.min(end - Date.now(), FORM_MS)
          if (!form || ms <= 0) continue
          const answer = await search.find(form, session, word, { most: MOST, ms })
          found[at] = answer ? answer.rows.map((row) => told(form, answer.fields, row, word)) : null
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      return {
        records: found.flatMap((records) => records ?? []),
        unfinished: forms.filter((_, at) => found[at] === null).map(titleOf),
      }
    },

    starts: (session) =>
      listed(session).flatMap((form) => {
        const offered = new Set(
          form.list.actions
            .filter((action) => may(session, actionRight(action), { form }).allowed)
            .map(actionCode),
        )
        const starts = LIST_STARTS.filter((code) => offered.has(code))
        return starts.length > 0 ? [{ form: form.code, formTitle: titleOf(form), starts }] : []
      }),
  }
}

function titleOf(form: CompiledForm): string {
  return reader().word(scopeOf.form(form.code), form.title)
}

/** A row as the first of its fields names it, with the field that holds the word where it is another one. */
function told(form: CompiledForm, fields: readonly string[], row: Row, word: string): FoundRecord {
  const holds = (value: unknown) => String(value).toLowerCase().includes(word.toLowerCase())
  const named = fields.find((name) => row[name])
  const where = named && holds(row[named]) ? undefined : fields.find((name) => row[name] && holds(row[name]))
  const field = form.fields.find(({ name }) => name === where)
  return {
    form: form.code,
    formTitle: titleOf(form),
    id: String(row.id),
    title: String(named === undefined ? row.id : row[named]),
    note: field ? `${reader().word(scopeOf.form(form.code), field.title)}：${row[field.name]}` : '',
  }
}
