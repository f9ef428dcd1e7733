import type { createStore } from 'jotai'
import { firstListCall } from '#renderer/index.ts'
import { createHttpDataClient } from '../../api/http-data-client.ts'
import { listStateOf } from '../../shell/list-address.ts'
import { followRedirects, lowAppIdOf } from '../../shell/menu-model.ts'
import type { Services } from '../../shell/services.ts'
import { lowAppIdAtom } from '../../shell/tabs-atom.ts'
import { modelsAtom } from '../../shell/use-menu-model.ts'
import { pageKindOf } from '../../shell/view-loader.ts'

/**
 * Asks for the document behind an address and for its first rows while the frame is being drawn, instead of when each
 * component is there. The menu must have come.
 */
export async function readPageAhead(
  atoms: ReturnType<typeof createStore>,
  { ahead, config }: Services,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<void> {
  const model = atoms.get(modelsAtom)(config.homePath)
  const path = followRedirects(model, pathname === '/' ? config.homePath : pathname)
  const found = model.find(path)
  const page = found && pageKindOf(found.route, found.params, path)
  if (page?.kind !== 'document') return
  // These calls are already the app's own.
  atoms.set(lowAppIdAtom, lowAppIdOf(found))
  const client = createHttpDataClient(ahead)
  const definition = await client.page(page.code)
  const call = firstListCall(definition, listStateOf(search))
  if (call) await client.list(definition.document.code, call)
}
