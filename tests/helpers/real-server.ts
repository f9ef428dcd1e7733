import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Builds the server of now, and not what dist happens to hold, into a folder; answers its program. Where it was built
 * just now, as `npm test` does, that one is named by BUILT_SERVER.
 */
export function buildServer(folder: string): string {
  if (process.env.BUILT_SERVER) return process.env.BUILT_SERVER
  const built = spawnSync(
    process.execPath,
    [
      'node_modules/vite/bin/vite.js',
      'build',
      '--ssr',
      'server/main.ts',
      '--outDir',
      folder,
      '--logLevel=error',
    ],
    { encoding: 'utf8' },
  )
  if (built.status !== 0) throw new Error(`The server was not built:\n${built.stdout}${built.stderr}`)
  return join(folder, 'main.js')
}

/** A server of a process of its own. */
export interface RealServer {
  process: ChildProcess
  /** What it has said so far. */
  output(): string
  /** Fulfilled when it has ended: its code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
}

/** Starts the program and waits until it says that it listens. */
export async function startReal(main: string, env: Readonly<Record<string, string>>): Promise<RealServer> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      if (output.includes('已启动')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(`The server ended at start:\n${output}`)))
  })
  return { process: child, output: () => output, ended }
}

/** Process number of the embedded PostgreSQL that works on a data folder. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}
