import type { CompositeDocument } from '../page/composite.ts'
import type { DictDocument } from '../page/dict.ts'
import type { FormDocument } from '../page/form.ts'
import type { MenuDocument, MenuEntry } from '../page/menu.ts'
import { actionRights, rightsPrefix } from './action-code.ts'
import { checkComposite } from './check/check-composite.ts'
import { checkFixedValues } from './check/check-fixed-values.ts'
import { checkForm } from './check/check-form.ts'
import { checkTexts } from './check/check-texts.ts'
import { checkColor } from './check/color-name.ts'
import { createFindings, type Findings, type Place } from './check/findings.ts'
import { type JsonText, parseJsonText, pointerOf } from './check/json-text.ts'
import { didYouMean } from './check/near-miss.ts'
import { missingForm, type References } from './check/references.ts'
import { repairShape } from './check/repair-shape.ts'
import type { ShapeFault } from './check/shape-check.ts'
import { withoutZeros } from './check/zero-characters.ts'
import { DOCUMENT_KINDS, type DocumentKind } from './definition-schema.ts'
import type { Problem } from './model.ts'

export { plainDocument } from './check/plain-field.ts'
export type { References } from './check/references.ts'

/** A form document without its spoilt parts; null when nothing of it can be used. */
export interface SoundDocument {
  document: FormDocument | null
  problems: Problem[]
  /** Fields whose choices come from something that is missing; see `plainDocument`. */
  unresolved: string[]
}

/** Reads a form document from its text (or parsed JSON), takes out what is wrong and says what that was. Never throws. */
export function soundDocument(source: unknown, references: References = {}): SoundDocument {
  const { document, problems, unresolved } = examine(source, references, 'form')
  return { document: document as FormDocument | null, problems, unresolved }
}

/** Reads a kept dictionary in the same way. Never throws. */
export function soundDict(source: unknown): { document: DictDocument | null; problems: Problem[] } {
  const { document, problems } = examine(source, {}, 'dict')
  return { document: document as DictDocument | null, problems }
}

/** Reads a menu in the same way. Never throws. */
export function soundMenu(
  source: unknown,
  references: References = {},
): { document: MenuDocument | null; problems: Problem[] } {
  const { document, problems } = examine(source, references, 'menu')
  return { document: document as MenuDocument | null, problems }
}

/** Reads a composite page in the same way; null as well where what is chosen from is missing. Never throws. */
export function soundPage(
  source: unknown,
  references: References = {},
): { document: CompositeDocument | null; problems: Problem[] } {
  const { document, problems } = examine(source, references, 'page')
  const page = document as CompositeDocument | null
  const isUsable = page && page.right.length > 0 && (references.forms?.has(page.left.form) ?? true)
  return { document: isUsable ? page : null, problems }
}

/** Everything that is wrong with a document of any kind, with line and column where its text is given. */
export function checkDocument(source: unknown, references: References = {}): Problem[] {
  return examine(source, references, null).problems
}

function examine(
  source: unknown,
  references: References,
  wanted: DocumentKind | null,
): { document: unknown; problems: Problem[]; unresolved: string[] } {
  const nothing = () => ({ document: null, problems: byPlace(problems), unresolved: [] })
  const text: JsonText | null = typeof source === 'string' ? parseJsonText(source) : null
  const problems: Problem[] = text ? [...text.problems] : []
  const parsed = text ? text.value : source
  const report: Report = (problem, part, within) => {
    problems.push({ ...problem, ...text?.locate(problem.path, part, within) })
  }
  if (parsed === undefined) return nothing()
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    report({ severity: 'error', fatal: true, code: 'type', path: '', message: '文档应为 JSON 对象' }, 'value')
    return nothing()
  }

  const kind = kindOf(parsed as { [key: string]: unknown }, wanted, report)
  if (kind === null) return nothing()
  const clean = withoutZeros({ ...parsed, kind }, (pointer) =>
    report(
      {
        severity: 'error',
        fatal: false,
        code: 'character',
        path: pointer,
        message: '文本含有不能存储的字符 (U+0000 或半个字符)，已去掉',
      },
      'value',
    ),
  )
  const shape = repairShape(kind, clean)
  for (const fault of shape.faults)
    report(shapeProblem(fault, shape.document === null), atKey(fault) ? 'key' : 'value')
  if (shape.document === null) return nothing()

  const findings = createFindings()
  const actions = kind === 'form' ? [...((shape.document as FormDocument).list?.actions ?? [])] : []
  if (kind === 'form') checkForm(findings, shape.document as FormDocument, references)
  else if (kind === 'page') checkComposite(findings, shape.document as CompositeDocument, references)
  else if (kind === 'dict') checkDictItems(findings, shape.document as DictDocument)
  else checkMenu(findings, shape.document as MenuEntry, references)
  checkTexts(findings, shape.document as object)
  for (const repair of findings.repairs) repair()
  // Defaults, and what actions set, are judged by the validator of what remains.
  if (kind === 'form') {
    const before = findings.repairs.length
    checkFixedValues(findings, shape.document as FormDocument, actions, references)
    for (const repair of findings.repairs.slice(before)) repair()
  }
  for (const { place, atKey: key, within, ...finding } of findings.list)
    report(
      { ...finding, fatal: finding.fatal ?? false, path: shape.originalPointer(place) },
      key ? 'key' : 'value',
      within,
    )
  if (findings.list.some(({ fatal }) => fatal)) return nothing()
  return { document: shape.document, problems: byPlace(problems), unresolved: [...findings.unresolved] }
}

type Report = (problem: Omit<Problem, 'line' | 'column'>, part: 'key' | 'value', within?: number) => void

function kindOf(
  parsed: { [key: string]: unknown },
  wanted: DocumentKind | null,
  report: Report,
): DocumentKind | null {
  const { kind } = parsed
  const known = DOCUMENT_KINDS.find((one) => one === kind)
  if (known && (wanted === null || known === wanted)) return known
  const expected = wanted ? `"${wanted}"` : DOCUMENT_KINDS.map((one) => `"${one}"`).join('、')
  const allowed: readonly string[] = wanted ? [wanted] : DOCUMENT_KINDS
  // A form without the word is still plainly a form.
  const guess: DocumentKind | null =
    !known && typeof parsed.schema === 'object' && parsed.schema !== null ? 'form' : null
  report(
    {
      severity: 'error',
      fatal: guess === null,
      code: 'kind',
      path: kind === undefined ? '' : '/kind',
      message:
        kind === undefined
          ? `缺少 "kind"，应为 ${expected}`
          : `kind ${JSON.stringify(kind)} 无效，应为 ${expected}`,
      // Where one word only is allowed, it has been said.
      suggestion: typeof kind === 'string' && allowed.length > 1 ? didYouMean(kind, allowed) : undefined,
    },
    'value',
  )
  return guess
}

function atKey(fault: ShapeFault): boolean {
  return fault.key !== null && fault.keyword !== 'required'
}

function shapeProblem(fault: ShapeFault, fatal: boolean): Omit<Problem, 'line' | 'column'> {
  const path = atKey(fault) ? fault.pointer + pointerOf([fault.key ?? '']) : fault.pointer
  return {
    severity: 'error',
    fatal,
    code: fault.keyword,
    path,
    message: fault.message,
    ...(fault.suggestion === undefined ? {} : { suggestion: fault.suggestion }),
  }
}

/** Longest texts of an entry of a kept dictionary. */
const ITEM_LENGTHS = { value: 100, text: 100, color: 40 } as const

function checkDictItems(findings: Findings, dict: DictDocument): void {
  const seen = new Set<string>()
  for (const [at, item] of dict.items.entries()) {
    const value = String(item.value)
    if (seen.has(value)) findings.error(['items', at, 'value'], 'duplicate-value', `选项值 "${value}" 重复`)
    seen.add(value)
    if (String(item.color ?? '').length <= ITEM_LENGTHS.color) checkColor(findings, ['items', at], item)
    for (const key of ['value', 'text', 'color'] as const)
      if (String(item[key] ?? '').length > ITEM_LENGTHS[key])
        findings.error(['items', at, key], 'maxLength', `不能超过${ITEM_LENGTHS[key]}个字`)
  }
}

function checkMenu(findings: Findings, menu: MenuEntry, references: References): void {
  const { forms } = references
  const paths = new Set<string>()
  const visit = (entry: MenuEntry, place: readonly (string | number)[]) => {
    if (entry.form !== undefined && forms && !forms.has(entry.form) && !references.pages?.has(entry.form))
      findings.warning(
        [...place, 'form'],
        'unknown-form',
        `表单文档 "${entry.form}" ${missingForm(entry.form, references)}`,
        {
          suggestion: references.unusable?.has(entry.form) ? undefined : didYouMean(entry.form, forms.keys()),
        },
      )
    checkButtons(findings, entry, place, references)
    if (entry.path) {
      if (paths.has(entry.path))
        findings.warning([...place, 'path'], 'duplicate', `路径 "${entry.path}" 重复`)
      paths.add(entry.path)
    }
    for (const [at, child] of (entry.children ?? []).entries()) visit(child, [...place, 'children', at])
  }
  visit(menu, [])
}

/** A button with a form's prefix whose right no action asks for: the role that is given it still lacks the action. */
function checkButtons(findings: Findings, entry: MenuEntry, place: Place, { forms }: References): void {
  const form = entry.form === undefined ? undefined : forms?.get(entry.form)
  if (!form) return
  const prefix = `${rightsPrefix(form)}:`
  for (const [at, { permission }] of (entry.buttons ?? []).entries()) {
    if (!permission.startsWith(prefix)) continue
    const right = permission.slice(prefix.length)
    const known = actionRights(form)
    if (!known.has(right))
      findings.warning(
        [...place, 'buttons', at, 'permission'],
        'unknown-name',
        `表单 "${form.code}" 没有使用权限 "${permission}" 的操作`,
        { suggestion: didYouMean(right, known) },
      )
  }
}

function byPlace(problems: Problem[]): Problem[] {
  return problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
}
