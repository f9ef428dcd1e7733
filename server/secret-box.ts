import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
/** Begins a sealed text, so that another way of sealing can be told from this one. */
const PREFIX = 'v1.'

/** Seals secrets that have to be used again, as passwords of other systems. The key is never in the database. */
export interface SecretBox {
  seal(secret: string): string
  /** Null for a text that this key did not seal. */
  open(sealed: string): string | null
  /** Vouches for a text that goes out and comes back, such as an address. `purpose` keeps one use apart from another. */
  sign(purpose: string, text: string): string
  /** Names the key without telling it; null where nothing was sealed yet. */
  mark(): string | null
}

/** The key is `SECRET_KEY`; without one it is made at the first use and kept in a file that its owner alone may read. */
export function createSecretBox({
  secretKey,
  keyFile,
}: {
  secretKey: string | null
  keyFile: string
}): SecretBox {
  let known: Buffer | null = null
  const key = () => {
    known ??= secretKey === null ? keyIn(keyFile) : createHash('sha256').update(secretKey).digest()
    return known
  }
  return {
    mark: () =>
      known || secretKey !== null || existsSync(keyFile)
        ? createHmac('sha256', key()).update('mark').digest('hex').slice(0, 16)
        : null,
    sign: (purpose, text) => createHmac('sha256', key()).update(`${purpose}\n${text}`).digest('base64url'),
    seal(secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key(), nonce)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
    },
    open(sealed) {
      if (!sealed.startsWith(PREFIX)) return null
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
      try {
        const decipher = createDecipheriv(CIPHER, key(), bytes.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        return (
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        )
      } catch {
        return null
      }
    },
  }
}

function keyIn(file: string): Buffer {
  try {
    mkdirSync(dirname(file), { recursive: true })
    // Of two processes that start at once, one writes and both read.
    writeFileSync(file, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return Buffer.from(readFileSync(file, 'utf8'), 'base64')
}
