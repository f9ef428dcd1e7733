import { lazyNamed } from '../kit/load-chunk.ts'
import { SchemaPage } from '../pages/schema/lazy-schema-page.ts'

/** Frame of every signed-in page. */
export const MainLayout = lazyNamed(() => import('./MainLayout.tsx'), 'MainLayout')

/** What nearly every first page takes; loaded side by side. */
export const FRAME_PARTS = [MainLayout, SchemaPage] as const
