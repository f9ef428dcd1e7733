import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { MAX_PACKAGE_BYTES } from '#schemas/api/configuration.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const PROGRAM = 'dist/server/main.js'

it('the container copies what exists, and starts the built server', () => {
  const text = read('Dockerfile')
  const copied = [...text.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path]) => path ?? '')
  expect(copied).toContain('schemas')
  // What a build makes is not there before it.
  for (const path of copied.filter((one) => one !== 'dist')) expect(existsSync(path), path).toBe(true)
  expect(text).toContain(`CMD ["node", "${PROGRAM}"]`)
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', 'data', 'node_modules']))
})

it('the packages are installed by the command that does with a lock file of few platforms', () => {
  for (const file of ['Dockerfile', 'docs/how-to/operate.md']) {
    expect(read(file), file).toContain('npm install')
    expect(read(file), file).not.toMatch(/npm ci (--|&&)/)
  }
})

it('the proxies take the largest body of a call, and keep the port that a socket asks by', () => {
  const nginx = read('deploy/nginx.conf')
  const largest = (MAX_PACKAGE_BYTES + 1024 * 1024) / (1024 * 1024)
  expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1])).toBeGreaterThanOrEqual(largest)
  expect(nginx).toContain('proxy_set_header Host $http_host;')
})

it('the service starts the built server, and the build makes it there', () => {
  expect(read('deploy/expo-back-office.service')).toMatch(
    /^ExecStart=\/usr\/bin\/node dist\/server\/main\.js$/m,
  )
  expect(read('scripts/start.mjs')).toContain("'dist', 'server', 'main.js'")
})

it('every setting that these files and the page name is one of the program', () => {
  const known = [read('server/config.ts'), read('server/config-telemetry.ts')].join('\n')
  const named = ['Dockerfile', 'deploy/expo-back-office.service', 'docs/how-to/operate.md'].flatMap((file) =>
    [...read(file).matchAll(/\b([A-Z][A-Z]+_[A-Z_]+)\b(?==|`)/g)].map(([, name]) => name ?? ''),
  )
  expect(named).toContain('DATABASE_URL')
  for (const name of new Set(named)) if (name !== 'NODE_ENV') expect(known, name).toContain(`'${name}'`)
})
