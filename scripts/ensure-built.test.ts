import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { build, ensureBuilt } from './ensure-built.mjs'

/** Writes one more letter at each build. */
const STEP = `const fs = require('node:fs'); fs.mkdirSync('dist', { recursive: true }); fs.appendFileSync('dist/count', 'x')`
const STEPS = [['step.cjs']]
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'expo-built-'))
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src/main.ts'), 'one')
  writeFileSync(join(root, 'step.cjs'), STEP)
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

const builds = () => readFileSync(join(root, 'dist/count'), 'utf8').length

it('a start finds what was built by hand, and builds once for each change of a source', () => {
  expect(build(root, 'inherit', STEPS)).toBe(0)
  ensureBuilt(root, STEPS)
  expect(builds()).toBe(1)
  writeFileSync(join(root, 'src/main.ts'), 'two')
  ensureBuilt(root, STEPS)
  ensureBuilt(root, STEPS)
  expect(builds()).toBe(2)
  writeFileSync(join(root, 'src/main.test.ts'), 'a test is not built')
  ensureBuilt(root, STEPS)
  expect(builds()).toBe(2)
})

it('a build that fails leaves nothing that passes for built, also where one was before', () => {
  expect(build(root, 'inherit', STEPS)).toBe(0)
  writeFileSync(join(root, 'failing.cjs'), 'process.exit(3)')
  expect(build(root, 'inherit', [...STEPS, ['failing.cjs']])).toBe(3)
  ensureBuilt(root, STEPS)
  expect(builds()).toBe(3)
})
