import { t } from '#schemas/text/text.ts'

/** A template with what goes wrong in it: names without a value, and `${` that begins no variable. */
export interface FilledTemplate {
  text: string
  unknown: readonly string[]
  broken: readonly string[]
}

const VARIABLE = /\$\{([^{}]*)\}?/g
const NAME = /^[\p{L}_][\p{L}\p{N}_.]*$/u
/** Characters of a broken place that are repeated to the author. */
const SHOWN = 20

/** Puts values in the place of `${name}`. A value that contains `${…}` itself is text, not a template. */
export function fillTemplate(template: string, values: Readonly<Record<string, unknown>>): FilledTemplate {
  const unknown = new Set<string>()
  const broken: string[] = []
  const text = template.replaceAll(VARIABLE, (found, inside: string) => {
    const name = inside.trim()
    if (!found.endsWith('}') || !NAME.test(name)) {
      broken.push(found.slice(0, SHOWN))
      return found
    }
    if (!Object.hasOwn(values, name)) {
      unknown.add(name)
      return found
    }
    const value = values[name]
    return value === null || value === undefined ? '' : String(value)
  })
  return { text, unknown: [...unknown], broken }
}

/** Values of variables from JSON text; null when that is no JSON object. */
export function templateValues(json: string): Record<string, unknown> | null {
  if (json.trim() === '') return {}
  try {
    const values: unknown = JSON.parse(json)
    return typeof values === 'object' && values !== null && !Array.isArray(values)
      ? (values as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** What is wrong with a template for these values, as a sentence; null when all is well. */
export function templateFault({ unknown, broken }: FilledTemplate): string | null {
  if (broken.length > 0)
    return t('变量的写法不正确：{names}，应为 {example}', {
      names: broken.join('、'),
      example: `\${${t('变量名')}}`,
    })
  return unknown.length > 0 ? t('没有给出这些变量的值：{names}', { names: unknown.join('、') }) : null
}

/** The same of a message: what stands in its title as it is counts as no variable. */
export function messageFault(title: FilledTemplate, content: FilledTemplate): string | null {
  return templateFault({ ...content, unknown: [...new Set([...title.unknown, ...content.unknown])] })
}
