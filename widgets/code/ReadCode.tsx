import type { ReadProps } from '#renderer/index.ts'
import type { CodeOptions } from '#schemas/widget/code.ts'
import './code.css'

/** As it was written, in a fixed-width font. */
export function ReadCode({ value, whole }: ReadProps<CodeOptions, string>) {
  return whole ? <pre className="expo-code-read">{value}</pre> : <code>{value}</code>
}
