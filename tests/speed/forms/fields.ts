import type { FormDocument, Property } from '#schemas/page/form.ts'

const KINDS = ['text', 'number', 'list', 'date', 'switch', 'textarea'] as const
export type BenchKind = (typeof KINDS)[number]

/** The same `count` fields for every peer: kinds in turn, every fifth required. */
export function benchFields(
  count: number,
): { name: string; title: string; kind: BenchKind; required: boolean }[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `f${index}`,
    title: `字段${index}`,
    kind: KINDS[index % KINDS.length] ?? 'text',
    required: index % 5 === 0,
  }))
}

/** Choices of the list fields. */
export const CHOICES = [
  { value: '1', text: '甲' },
  { value: '2', text: '乙' },
  { value: '3', text: '丙' },
]

/** The fields as a form document. */
export function benchDocument(count: number): FormDocument {
  const properties: Record<string, Property> = {}
  for (const { name, title, kind } of benchFields(count)) {
    properties[name] = {
      type: kind === 'number' ? 'number' : 'string',
      title,
      view: kind,
      ...(kind === 'text' || kind === 'textarea' ? { maxLength: 200 } : {}),
      ...(kind === 'list' ? { dict: CHOICES } : {}),
    }
  }
  return {
    kind: 'form',
    code: `bench_${count}`,
    title: `${count} 字段`,
    schema: {
      type: 'object',
      required: benchFields(count)
        .filter((field) => field.required)
        .map((field) => field.name),
      properties,
    },
    layout: { columns: 2 },
  }
}
