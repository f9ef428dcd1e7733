import type { Condition } from '#schemas/page/condition.ts'
import { t } from '#schemas/text/text.ts'
import { namesIn } from '#schemas/widget/named-fields.ts'
import type { PopupOptions } from '#schemas/widget/popup.ts'

/** What a popup fills from what. */
export type PopupConfig =
  | { error: string }
  | { code: string; pairs: { from: string; to: string }[]; several: boolean; where?: Condition }

/** Reads a popup's options; the specification's messages say what is wrong with them. */
export function popupConfig(options: PopupOptions): PopupConfig {
  const from = namesIn(options.orgFields)
  const to = namesIn(options.destFields)
  if (!options.popupCode || from.length === 0 || to.length === 0) return { error: t('popup参数未正确配置!') }
  if (from.length !== to.length) return { error: t('popup参数未正确配置,原始值和目标值数量不一致!') }
  const equals = Object.entries(options.param ?? {}).map(([field, val]) => ({
    field,
    rule: 'eq' as const,
    val,
  }))
  return {
    code: options.popupCode,
    pairs: from.map((name, place) => ({ from: name, to: to[place] ?? '' })),
    several: options.popupMulti ?? false,
    ...(equals.length > 0 ? { where: { and: equals } } : {}),
  }
}
