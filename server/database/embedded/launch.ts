import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Connect } from '../connect.ts'
import { checkVersion, createDatabase, DATABASE, initialise, SUPERUSER } from './cluster.ts'
import { lockDataFolder } from './data-lock.ts'
import {
  besideData,
  choosePlace,
  forbidden,
  placeOutside,
  prepareDataFolder,
  readOrMakePassword,
} from './place.ts'
import { Postmaster } from './postmaster.ts'
import { takeOver } from './take-over.ts'
import { canReach, unprivilegedUser } from './unprivileged-user.ts'

/** Errors of the file system that the operator can mend. */
const FORBIDDEN: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS'])

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  connect: Connect
  /** Process number of the server, for tests that kill it. */
  pid(): number | null
  /** Stops the server (fast: transactions under way are rolled back) and lets the data folder go. */
  stop(): Promise<void>
}

export interface LaunchOptions {
  dataDir: string
  log?: (message: string) => void
  /** Tests trade durability for speed; the product never does. */
  fsync?: boolean
}

/** Starts PostgreSQL on a data folder, taking over after a crash; restarts it when it ends unexpectedly. */
export async function launchPostgres({
  dataDir,
  log = () => {},
  fsync = true,
}: LaunchOptions): Promise<EmbeddedPostgres> {
  const home = prepareDataFolder(resolve(dataDir))
  const ends: (() => Promise<void> | void)[] = [lockDataFolder(home)]
  const end = async () => {
    for (const step of ends.splice(0).reverse()) await step()
  }
  try {
    const user = unprivilegedUser(home)
    const root = user && !canReach(home, user) ? placeOutside(home, log) : home
    // A copied data folder names the same place: only one of the two may use it.
    if (root !== home) ends.push(lockDataFolder(root))
    const place = choosePlace(root, user)
    ends.push(() => {
      if (place.socketDir !== besideData(root)) rmSync(place.socketDir, { recursive: true, force: true })
    })
    const password = readOrMakePassword(home)
    if (!existsSync(join(place.cluster, 'PG_VERSION'))) initialise(place, user, password, fsync)
    checkVersion(place)
    await takeOver(place.cluster, log)
    const server = new Postmaster(place, user, join(home, 'postgres.log'), fsync, log)
    ends.push(() => server.stop())
    await server.start()
    const connect = { ...place.address, user: SUPERUSER, password }
    await createDatabase(connect)
    return {
      connect: { ...connect, database: DATABASE },
      pid: () => server.pid(),
      stop: end,
    }
  } catch (error) {
    await end()
    const { code, path, message } = error as NodeJS.ErrnoException
    if (FORBIDDEN.has(code)) throw forbidden(path ?? home, message)
    throw error
  }
}
