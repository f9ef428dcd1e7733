import { createContext } from 'react'

/** Says of a stored value whether the rules of the form leave it among the choices of the field around; null where they leave all. */
export const OfferedChoicesContext = createContext<((value: string) => boolean) | null>(null)
