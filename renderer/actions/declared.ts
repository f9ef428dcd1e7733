import type { DeclaredAction } from '#schemas/page/action.ts'
import { t } from '#schemas/text/text.ts'
import { fillAddress } from '../model/fill-address.ts'
import type { Action, ActionPlace } from './action.ts'
import { allMeet } from './all-meet.ts'

/** An action of a document as the same object that a built-in one is. */
export function declaredAction(action: DeclaredAction): Action {
  const { code, title, right, icon, at, when, confirm, danger, does } = action
  return {
    code,
    title,
    ...(right ? { right } : {}),
    ...(icon ? { icon } : {}),
    ...(danger ? { danger } : {}),
    at: [at],
    can: (place) => !when || at === 'page' || allMeet(when, place),
    question: () => (confirm ? { title: confirm, okText: title } : null),
    run: async (place) => {
      // What was ticked before means nothing to an action of the page.
      const records = at === 'page' ? [] : place.records
      if ('panel' in does) place.openPanel(does.panel, title, records)
      else if ('go' in does) go(place, does.go)
      else await act(place, code, title)
    },
  }
}

function go({ records, navigate, say }: ActionPlace, template: string): void {
  const address = fillAddress(template, records[0] ?? {})
  if (address === null) say.warning(t('该记录缺少打开此页面所需的内容'))
  else navigate(address)
}

/** Calls and set fields are both done by the server, under the action's own right and in one transaction. */
async function act(place: ActionPlace, code: string, title: string): Promise<void> {
  const ids = place.records.map(({ id }) => String(id))
  const { message } = await place.client.act(place.form.code, code, ids)
  place.say.success(message || t('{title}成功', { title }))
  place.host.changed()
}
