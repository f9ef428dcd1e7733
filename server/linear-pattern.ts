import { RE2JS } from 're2js'

/** A matcher in linear time: neither a document's pattern nor a long value can hold the server up. */
export function linearPattern(pattern: string): (text: string) => boolean {
  const compiled = RE2JS.compile(pattern)
  return (text) => compiled.matcher(text).find()
}
