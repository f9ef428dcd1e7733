import { createHash } from 'node:crypto'
import type { Session } from '../../permission/session.ts'
import type { Texts } from './texts.ts'

/** A text of a document, dictionary or menu as the screen lists it. */
type TextRow = {
  id: string
  scope: string
  kind: string
  title: string
  source: string
  text: string
  state: 'missing' | 'shipped' | 'own'
}

/** Rows of the screen on which texts are translated: what is missing first. */
export function createTextRows(texts: Texts): { list(session: Session): Promise<TextRow[]> } {
  return {
    async list() {
      const rows = (await texts.all('en')).map(({ scope, title, source, shipped, own }): TextRow => {
        const text = own ?? shipped ?? ''
        return {
          id: createHash('sha256').update(`${scope} ${source}`).digest('hex').slice(0, 32),
          scope,
          kind: scope.split(':')[0] ?? '',
          title,
          source,
          text,
          state: own !== null ? 'own' : text === '' ? 'missing' : 'shipped',
        }
      })
      return rows.sort((one, other) => Number(one.state !== 'missing') - Number(other.state !== 'missing'))
    },
  }
}
