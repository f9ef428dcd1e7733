import { t } from '#schemas/text/text.ts'
import { valueRule } from '../rules/valid-type.ts'
import type { Field } from './model.ts'

/** What is said below a field before anything was typed: its description, and what its rules expect. */
export function fieldHint({ property, bound }: Pick<Field, 'property' | 'bound'>): string {
  const { description, validType, type } = property
  return [
    description,
    validType === undefined ? undefined : valueRule(validType)?.hint,
    bound === undefined
      ? undefined
      : type === 'string'
        ? t('不早于{other}', { other: bound })
        : t('不小于{other}', { other: bound }),
  ]
    .filter(Boolean)
    .join(' · ')
}
