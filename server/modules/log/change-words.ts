import type { FastifyRequest } from 'fastify'
import { actionCode, isDeclared } from '#schemas/compile/action-code.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { FormAccess } from '../../http/access.ts'
import type { ChangeWords } from '../../http/change-log.ts'
import type { Documents } from '../document/documents.ts'

/** Kinds of change: text, and value of the dictionary operate_type. */
const KINDS = {
  add: { text: '添加', type: 2 },
  edit: { text: '修改', type: 3 },
  delete: { text: '删除', type: 4 },
  import: { text: '导入', type: 5 },
  export: { text: '导出', type: 6 },
} as const
type Kind = keyof typeof KINDS

const NOTHING: ReadonlySet<string> = new Set()
const hiddenNames = new WeakMap<CompiledForm, ReadonlySet<string>>()

/** Says of a change which records it was about, in the words of their document; of other calls, their address. */
export function changeWords(documents: Pick<Documents, 'entry' | 'resolve'>) {
  return (request: FastifyRequest): ChangeWords => {
    const { access, url = '' } = { access: request.routeOptions.config.access, url: request.routeOptions.url }
    if (access && typeof access === 'object' && 'action' in access) {
      const said = ofForm(access, request, documents)
      if (said) return said
    }
    const kind = kindOf(request.method, url)
    return { content: `${KINDS[kind].text} ${url}`, type: KINDS[kind].type, hidden: NOTHING }
  }
}

function ofForm(
  access: FormAccess,
  request: FastifyRequest,
  documents: Pick<Documents, 'entry' | 'resolve'>,
): ChangeWords | null {
  const { code = '', action = '' } = (request.params ?? {}) as { code?: string; action?: string }
  const form = documents.entry(access.form ?? code)?.form
  if (!form) return null
  const asked = access.action === ':action' ? action : access.action
  const hidden = hiddenOf(form, documents)
  const kind = Object.hasOwn(KINDS, asked) ? KINDS[asked as Kind] : null
  if (kind) return { content: `${kind.text}${form.document.title}`, type: kind.type, hidden }
  const declared = form.list.actions.filter(isDeclared).find((one) => actionCode(one) === asked)
  return {
    content: `${form.document.title}：${declared?.title ?? asked}`,
    type: KINDS[kindOf(request.method, asked)].type,
    hidden,
  }
}

/** Columns that need a right of their own to be seen, and secrets; sub rows come with their main record. */
function hiddenOf(form: CompiledForm, documents: Pick<Documents, 'resolve'>): ReadonlySet<string> {
  let names = hiddenNames.get(form)
  if (!names) {
    const all = [form, ...form.subTables.flatMap(({ code }) => documents.resolve(code) ?? [])]
    names = new Set(
      all.flatMap((one) => [
        ...one.permissions.columns.filter(({ control }) => control === 'visible').map(({ field }) => field),
        ...one.fields.filter(({ view }) => traitsOf(view).secret).map(({ name }) => name),
      ]),
    )
    hiddenNames.set(form, names)
  }
  return names
}

function kindOf(method: string, name: string): Kind {
  if (method === 'DELETE' || /delete|remove|clear/i.test(name)) return 'delete'
  if (/import/i.test(name)) return 'import'
  if (/export/i.test(name)) return 'export'
  return method === 'POST' && /\/(add|save|register)\w*$/i.test(name) ? 'add' : 'edit'
}
