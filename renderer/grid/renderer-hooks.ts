// TEMPORARY stand-in until renderer/data has the real hooks.
import { createContext, useContext, useEffect, useState } from 'react'
import type { Field } from '#schemas/compile/model.ts'
import type { DataClient, Option } from '../data/data-client.ts'
import type { WidgetRegistry } from '../registry/registry.ts'

export interface Stub {
  registry: WidgetRegistry
  client: DataClient
  gridLicenseKey: string
}
export const StubContext = createContext<Stub | null>(null)
export function useRenderer(): Stub {
  const value = useContext(StubContext)
  if (!value) throw new Error('no renderer')
  return value
}
export function useDict(field: Field): { options: readonly Option[]; loading: boolean } {
  const { client } = useRenderer()
  const [options, setOptions] = useState<readonly Option[] | null>(null)
  useEffect(() => {
    if (Array.isArray(field.dict)) setOptions(field.dict)
    else if (field.dictKey) void client.options(field.dictKey, {}).then(setOptions)
  }, [client, field])
  return { options: options ?? [], loading: options === null }
}
export function useLabels(source: string, values: readonly string[]): ReadonlyMap<string, string> | null {
  const { client } = useRenderer()
  const [labels, setLabels] = useState<ReadonlyMap<string, string> | null>(null)
  const key = values.join(',')
  useEffect(() => {
    setLabels(null)
    void client
      .labels(source, key.split(','))
      .then((found) => setLabels(new Map(found.map((one) => [String(one.value), one.text]))))
  }, [client, source, key])
  return labels
}
