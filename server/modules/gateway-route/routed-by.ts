import type { FastifyRequest } from 'fastify'
import type { Gateway, GatewayTarget } from './gateway.ts'

/** Asks the gateway with what a request says of its caller. */
export function routedBy(gateway: Gateway): (request: FastifyRequest, path: URL) => Promise<GatewayTarget> {
  return (request, path) =>
    gateway.target({
      method: request.method,
      path: path.pathname,
      query: { ...(request.query as object), ...Object.fromEntries(path.searchParams) },
      host: request.headers.host ?? '',
      headers: request.headers,
      address: request.ip,
      userId: request.session.userId,
      at: new Date(),
    })
}
