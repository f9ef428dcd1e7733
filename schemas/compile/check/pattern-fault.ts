import { RE2JS } from 're2js'

/** Null when the pattern runs in linear time on the server and in the browser; else the reason why not. */
export function patternFault(pattern: string): string | null {
  try {
    RE2JS.compile(pattern)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  for (const flags of ['u', '']) {
    try {
      new RegExp(pattern, flags)
      return null
    } catch {
      // The browser also accepts patterns that are legal only without the u flag.
    }
  }
  return '浏览器不支持的语法'
}
