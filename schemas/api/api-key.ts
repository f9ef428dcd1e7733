import { type Static, Type } from 'typebox'
import { nullable, treeShape } from './answer.ts'

const string = Type.String()

/** POST /sys/apiKey/make. */
export const apiKeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** The last day on which it works. */
  endDate: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  /** Permission codes. */
  rights: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 2000 }),
})

/** `result` of POST /sys/apiKey/make: the key itself, which is said this once. */
export const apiKeyMade = Type.Object({ id: string, key: string })
export type ApiKeyMade = Static<typeof apiKeyMade>

const apiKeyShape = Type.Object({
  id: string,
  keyName: string,
  keyHint: string,
  rights: string,
  endDate: string,
  /** 1 in force, 2 revoked. */
  status: string,
  lastUsed: nullable(string),
  createTime: nullable(string),
})
export type OwnApiKey = Static<typeof apiKeyShape>
/** `result` of GET /sys/apiKey/own. */
export const ownApiKeys = Type.Array(apiKeyShape)

/** POST /sys/apiKey/revoke: one of the own keys. */
export const apiKeyRevokeBody = Type.Object({ id: Type.String({ minLength: 1, maxLength: 36 }) })

const rightShape = Type.Object({ key: string, title: string, code: string })
/** A right that may be given to a key; `code` is empty where an entry of the menu has none. */
export interface ApiKeyRight extends Static<typeof rightShape> {
  children?: ApiKeyRight[]
}
/** `result` of GET /sys/apiKey/rights. */
export const apiKeyRights = Type.Array(treeShape<ApiKeyRight>('ApiKeyRight', rightShape, 'absent'))
