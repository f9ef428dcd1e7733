import { type Static, Type } from 'typebox'
import { open } from './answer.ts'

/** A condition on a request, as `{ "name": "Path", "args": ["/x/**"] }`. */
const step = open<unknown>('a predicate or filter has the arguments of its kind')

/** A route of the gateway on the wire: predicates and filters are lists. */
const gatewayRoute = Type.Object({
  id: Type.String(),
  routerId: Type.String(),
  name: Type.String(),
  uri: Type.String(),
  predicates: Type.Array(step),
  filters: Type.Array(step),
  status: Type.Integer(),
})
export type GatewayRoute = Static<typeof gatewayRoute>
/** `result` of /sys/gatewayRoute/list. */
export const gatewayRoutes = Type.Array(gatewayRoute)

/** POST /sys/gatewayRoute/updateAll: one route; a new one has no id. */
export const gatewayRouteBody = Type.Object({ router: Type.Record(Type.String(), Type.Unknown()) })
