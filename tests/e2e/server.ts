import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Passwords of the journeys' users; the server takes them from its environment at first start. */
export const PASSWORDS = { admin: 'e2e-Admin-1', staff: 'e2e-Staff-1', designer: 'e2e-Designer-1' } as const

declare module 'vitest' {
  export interface ProvidedContext {
    baseUrl: string
  }
}

/** A TCP port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** Starts the built server on an empty data folder and waits until it answers. */
export async function startServer(
  dataDir: string,
  port: number,
  env: Record<string, string> = {},
): Promise<ChildProcess> {
  const main = join(process.cwd(), 'dist/server/main.js')
  if (!existsSync(main)) throw new Error('dist/server/main.js is missing: run `npm run build` first')
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORDS.admin,
      STAFF_PASSWORD: PASSWORDS.staff,
      DESIGNER_PASSWORD: PASSWORDS.designer,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  server.stdout?.on('data', (chunk) => {
    output += chunk
  })
  server.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const deadline = Date.now() + 90_000
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server ended at start:\n${output}`)
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    if (answer?.ok) return server
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  server.kill('SIGKILL')
  throw new Error(`The server did not answer in time:\n${output}`)
}

/** Stops a server as Ctrl+C would and waits for its end. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
}

export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'expo-e2e-'))
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const server = await startServer(dataDir, port)
  project.provide('baseUrl', `http://127.0.0.1:${port}`)
  return async () => {
    await stopServer(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
