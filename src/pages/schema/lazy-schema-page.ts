import { lazyNamed } from '../../kit/load-chunk.ts'

/** Page of a document, loaded when one is shown. */
export const SchemaPage = lazyNamed(() => import('./SchemaPage.tsx'), 'SchemaPage')
