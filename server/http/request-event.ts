import type { FastifyRequest } from 'fastify'
import type { Event } from '../operation/event-log.ts'

/** What the log is told of a request, besides what happened: who called, from where, and which route. */
export type RequestEvent = Pick<
  Event,
  'username' | 'userId' | 'tenantId' | 'address' | 'requestId' | 'route' | 'method'
>

/** The part of an event that the request knows. */
export function requestEvent(request: FastifyRequest, route = request.routeOptions.url ?? ''): RequestEvent {
  return {
    username: request.visitor?.username ?? null,
    userId: request.visitor?.userId ?? null,
    tenantId: request.visitor?.tenantId,
    address: request.ip,
    requestId: String(request.id),
    route,
    method: request.method,
  }
}
