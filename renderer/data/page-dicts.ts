import { createContext } from 'react'
import type { DictOption } from '#schemas/page/form.ts'

/** Small dictionaries that came with the page, by dictionary key: no call is needed for them. */
export const PageDictsContext = createContext<Readonly<Record<string, readonly DictOption[]>>>({})
