import type { createStore } from 'jotai'
import { firstListCall } from '#renderer/index.ts'
import { createDataClient } from '../api/data-client.ts'
import { listStateOf } from '../kit/list-address.ts'
import type { Services } from '../kit/services.ts'
import { followRedirects, lowAppIdOf } from '../menu/menu-model.ts'
import { pageKindOf } from '../menu/page-kind.ts'
import { homePathAtom, modelsAtom } from '../menu/use-menu-model.ts'
import { lowAppIdAtom } from './tabs-atom.ts'

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
  const path = followRedirects(model, pathname === '/' ? atoms.get(homePathAtom)(config.homePath) : pathname)
  const found = model.find(path)
  const page = found && pageKindOf(found.route, found.params, path)
  if (page?.kind !== 'document') return
  // These calls are already the app's own.
  atoms.set(lowAppIdAtom, lowAppIdOf(found))
  const client = createDataClient(ahead, { server: config.server })
  const definition = await client.page(page.code)
  const call = firstListCall(definition, listStateOf(search))
  if (call) await client.list(call.source, call.query)
}
