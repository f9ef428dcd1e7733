import { t } from '#schemas/text/text.ts'
import { namedPattern, type PatternTest, type ValueRule } from './patterns.ts'

/** How long a text may be, or how many choices there may be. */
interface Limits {
  min?: number
  max?: number
}

/** A rule that a document builds from parts instead of naming it: one of them, with its limits. */
export interface BuiltRule {
  text?: Limits
  select?: true
  choices?: Limits
}

/** What `validType` may say: the name of a pattern, or a rule that is built. */
export type ValidType = string | BuiltRule

/** The rule that `validType` means; null for a name that there is not. */
export function valueRule(validType: ValidType): ValueRule | null {
  if (typeof validType === 'string') return namedPattern(validType)
  if (validType.choices) return requiredChoices(validType.choices)
  return validType.text ? requiredText(validType.text) : requiredSelect()
}

/** A text that must be there, of at least and at most so many characters. */
function requiredText({ min, max }: Limits): ValueRule {
  const tests: PatternTest[] = []
  if (min !== undefined)
    tests.push({ pattern: String.raw`^[\s\S]{${min},}$`, message: t('最小长度{min}位字符', { min }) })
  if (max !== undefined)
    tests.push({ pattern: String.raw`^[\s\S]{0,${max}}$`, message: t('最大长度{max}位字符', { max }) })
  return { tests, hint: textHint({ min, max }), asksForValue: true }
}

/** A choice that must be made. */
function requiredSelect(): ValueRule {
  return { tests: [], hint: '', asksForValue: true }
}

/** Choices joined by commas, of which at least and at most so many must be made. */
function requiredChoices({ min, max }: Limits): ValueRule {
  const tests: PatternTest[] = []
  const counted = (times: string) => `^,*[^,]+(,+[^,]+){${times}},*$`
  if (min !== undefined && min > 1)
    tests.push({ pattern: counted(`${min - 1},`), message: t('最少选择{min}项', { min }) })
  if (max !== undefined)
    tests.push({ pattern: counted(`0,${max - 1}`), message: t('最多选择{max}项', { max }) })
  return { tests, hint: choicesHint({ min, max }), asksForValue: true }
}

function textHint({ min, max }: Limits): string {
  if (min === undefined) return max === undefined ? '' : t('最多{max}位字符', { max })
  return max === undefined ? t('至少{min}位字符', { min }) : t('{min}到{max}位字符', { min, max })
}

function choicesHint({ min, max }: Limits): string {
  if (min === undefined) return max === undefined ? '' : t('最多选{max}项', { max })
  return max === undefined ? t('至少选{min}项', { min }) : t('选{min}到{max}项', { min, max })
}
