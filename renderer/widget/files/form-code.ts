import { createContext } from 'react'

/** Code of the form that a field stands in: what is uploaded is meant for a field of it. Null where there is none. */
export const FormCodeContext = createContext<string | null>(null)
