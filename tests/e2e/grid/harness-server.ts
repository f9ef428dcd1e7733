import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { servePage } from '../../helpers/serve-page.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    gridUrl: string
  }
}

/** The page with a grid alone, built once for all files. */
export default async function setup(project: TestProject) {
  const harness = await servePage(join(import.meta.dirname, 'harness'), { minify: true })
  project.provide('gridUrl', harness.url)
  return () => harness.stop()
}
