import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'

/** A path as this server makes them: what the upload is for, year, month, name of our own. */
const PATH = /^[\w-]{1,50}\/\d{4}\/\d{2}\/[0-9a-f]{32}\.[a-z0-9]{1,10}$/
const ADDRESS = /sys\/common\/static\/([\w-]{1,50}\/\d{4}\/\d{2}\/[0-9a-f]{32}\.[a-z0-9]{1,10})/g

/** True for a path that this server may have made. */
export function isFilePath(path: string): boolean {
  return PATH.test(path)
}

const known = new WeakMap<object, readonly Field[]>()

/** Fields of a form that name stored files. */
export function fileFields(form: Pick<CompiledForm, 'fields'>): readonly Field[] {
  let fields = known.get(form)
  if (!fields) {
    fields = form.fields.filter(({ view, persist }) => persist && traitsOf(view).files !== undefined)
    known.set(form, fields)
  }
  return fields
}

/** Paths that a row's field names, each once. What no path of this server looks like (an address, a value that came with imported rows) names no file here. */
export function namedFiles({ name, view }: Pick<Field, 'name' | 'view'>, row: Row | null): string[] {
  const value = row?.[name]
  if (typeof value !== 'string' || value === '') return []
  const paths =
    traitsOf(view).files === 'inText'
      ? [...value.matchAll(ADDRESS)].map(([, path = '']) => path)
      : value.split(',').filter(isFilePath)
  return [...new Set(paths)]
}
