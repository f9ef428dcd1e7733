import { t } from '#schemas/text/text.ts'
import type { DictOption } from '../page/property.ts'

/** The two choices of a field that is on or off, as its options say. */
export function onOffOptions(options: Readonly<Record<string, unknown>>): [on: DictOption, off: DictOption] {
  const [on, off] = pair(options.values, ['Y', 'N'])
  const [onText, offText] = pair(options.texts, [t('是'), t('否')])
  return [
    { value: on, text: String(onText) },
    { value: off, text: String(offText) },
  ]
}

function pair(said: unknown, usual: readonly [string, string]): [string | number, string | number] {
  const [on = usual[0], off = usual[1]]: unknown[] = Array.isArray(said) ? said : []
  return [plain(on), plain(off)]
}

function plain(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value)
}
