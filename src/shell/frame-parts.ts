import { lazyNamed } from './load-chunk.ts'

/** Frame of every signed-in page. */
export const MainLayout = lazyNamed(() => import('./MainLayout.tsx'), 'MainLayout')
/** Page of a document, which most pages are. */
export const SchemaPage = lazyNamed(() => import('../pages/schema/SchemaPage.tsx'), 'SchemaPage')

/** What nearly every first page takes; loaded side by side. */
export const FRAME_PARTS = [MainLayout, SchemaPage] as const
