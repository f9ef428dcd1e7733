import type { CompiledForm } from '#schemas/compile/model.ts'
import type { DeclaredAction } from '#schemas/page/action.ts'
import { t } from '#schemas/text/text.ts'
import { fillAddress } from '../model/fill-address.ts'
import type { Action, ActionPlace } from './action.ts'
import { allMeet } from './all-meet.ts'

/** An action of a document as the same object that a built-in one is. */
export function declaredAction(action: DeclaredAction): Action {
  const { code, title, right, icon, at, when, confirm, danger, ask, does } = action
  return {
    code,
    title,
    ...(right ? { right } : {}),
    ...(icon ? { icon } : {}),
    ...(danger ? { danger } : {}),
    at: [at],
    can: (place) => !when || at === 'page' || allMeet(when, place),
    question: () => (confirm ? { title: confirm, okText: title } : null),
    ...(ask && ('set' in does || 'call' in does) ? { asks: (form) => askedText(form, ask) } : {}),
    run: async (place) => {
      // What was ticked before means nothing to an action of the page.
      const records = at === 'page' ? [] : place.records
      if ('panel' in does) place.openPanel(does.panel, title, records)
      else if ('go' in does) go(place, does.go)
      else await act(place, action)
    },
  }
}

/** What is asked for, as long as its field takes. */
function askedText(
  form: CompiledForm,
  { field, title, required = false }: NonNullable<DeclaredAction['ask']>,
) {
  const maxLength = form.fields.find(({ name }) => name === field)?.property.maxLength
  return { title, required, maxLength }
}

function go({ records, navigate, say }: ActionPlace, template: string): void {
  const address = fillAddress(template, records[0] ?? {})
  if (address === null) say.warning(t('该记录缺少打开此页面所需的内容'))
  else navigate(address)
}

/** Calls and set fields are both done by the server, under the action's own right and in one transaction. */
async function act(place: ActionPlace, { code, title, ask, does }: DeclaredAction): Promise<void> {
  const ids = place.records.map(({ id }) => String(id))
  const input = ask ? { [ask.field]: place.text ?? '' } : undefined
  let operation: string | null = null
  const { message } = await place.client.act(place.form.code, code, ids, input, {
    // A function of the server may have done what no log can take back.
    ...('set' in does ? { onDone: (name: string) => (operation = name) } : {}),
  })
  place.done(message || t('{title}成功', { title }), operation)
  place.host.changed()
}
