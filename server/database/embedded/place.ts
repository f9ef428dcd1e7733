import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'
import { type Binaries, copyBinaries, findBinaries } from './postgres-binaries.ts'
import { canReach, type UnixUser } from './unprivileged-user.ts'

/** Least free space to start with: a checkpoint and some write-ahead log must fit. */
const MIN_FREE_BYTES = 200 * 1024 * 1024
/** A Unix socket's path may not exceed 107 bytes; `/.s.PGSQL.5432` is 14 of them. */
const MAX_SOCKET_DIR_BYTES = 90
/** Where a root-only project keeps what PostgreSQL's own user must reach. */
const SHELF = '/var/lib/expo-back-office'

/** Where one embedded PostgreSQL lies, and how it is reached. */
export interface Place {
  /** PostgreSQL's own folder. */
  cluster: string
  socketDir: string
  address: { host: string; port: number }
  binaries: Binaries
}

/** The data folder, made where it is missing; refuses one that cannot be used. */
export function prepareDataFolder(folder: string): string {
  try {
    // A strict umask would keep the database's own user out of a folder that we make for it.
    makeFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `无法使用数据目录 ${folder}：${(error as Error).message}。请检查权限，或用 DATA_DIR 指定其他目录。`,
    )
  }
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new StartError(
      `数据目录 ${folder} 所在磁盘空间不足（剩余 ${Math.floor((bavail * bsize) / 1024 / 1024)} MB，至少需要 ${MIN_FREE_BYTES / 1024 / 1024} MB）。`,
    )
  return realpathSync(folder)
}

/** Folder by folder: Node's own recursive way never ends where a file system has no room for names, as /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
  chmodSync(folder, 0o755)
}

/**
 * Where the cluster lives when only root may enter the data folder: opening up somebody's folders is not ours to do.
 * A file in the data folder keeps the place, so that renaming the folder loses nothing.
 */
export function placeOutside(home: string, log: (message: string) => void): string {
  const file = join(home, 'postgres.location')
  if (!existsSync(file)) {
    const fresh = join(SHELF, randomBytes(8).toString('hex'))
    try {
      mkdirSync(fresh, { recursive: true, mode: 0o755 })
    } catch (error) {
      throw new StartError(
        `数据目录 ${home} 仅 root 可进入，而 PostgreSQL 不能以 root 运行，也无法改用 ${SHELF}：${(error as Error).message}。请用 DATA_DIR 指定其他用户可进入的目录。`,
      )
    }
    writeFileSync(file, fresh)
  }
  const root = readFileSync(file, 'utf8').trim()
  // An empty system in place of the data would be worse than none.
  if (!existsSync(root))
    throw new StartError(
      `数据目录 ${home} 的数据库文件应位于 ${root}，但该目录不存在。请恢复它；若要从头开始，请删除 ${home}。`,
    )
  log(`数据目录 ${home} 仅 root 可进入，数据库文件保存在 ${root}`)
  return root
}

/** Folder, socket and programs of the database. */
export function choosePlace(root: string, user: UnixUser | null): Place {
  const found = findBinaries()
  const binaries = user && !canReach(found.folder, user) ? copyBinaries(found, SHELF) : found
  const cluster = join(root, 'postgres')
  const socketDir = chooseSocketDir(root)
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  if (user) chownSync(socketDir, user.uid, user.gid)
  chmodSync(socketDir, 0o700)
  const address =
    process.platform === 'win32'
      ? { host: '127.0.0.1', port: windowsPort(root) }
      : { host: socketDir, port: 5432 }
  return { cluster, socketDir, address, binaries }
}

/** Beside the data where the path is short and plain, else a new folder under the temporary one. */
function chooseSocketDir(root: string): string {
  const beside = besideData(root)
  if (Buffer.byteLength(beside) <= MAX_SOCKET_DIR_BYTES && /^[\w/.-]+$/.test(beside)) return beside
  // A random name, so no other user can have put a file there before.
  return mkdtempSync(join(tmpdir(), 'expo-pg-'))
}

/** The folder of the socket where the path of the data allows it. */
export function besideData(root: string): string {
  return join(root, 'run')
}

/** Windows has no usable Unix sockets: a port on the loopback address, fixed per data folder. */
function windowsPort(root: string): number {
  return 54_320 + (createHash('sha256').update(root).digest().readUInt16BE(0) % 1000)
}

/** The password of the embedded server, known to this data folder alone. */
export function readOrMakePassword(home: string): string {
  const file = join(home, 'postgres.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** The refusal of a folder that the process may not use. */
export function forbidden(path: string, reason: string): StartError {
  return new StartError(
    `没有权限使用 ${path}：${reason}。请检查该位置及其中文件的所有者和读写权限（例如 chmod -R u+rwX）。`,
  )
}
