import fastifyWebsocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A handshake is answered here. */
    isSocket?: true
  }
}

/** Largest message of a browser; a longer one closes its connection. */
const MAX_MESSAGE_BYTES = 64 * 1024
/** At a stop, connections that do not answer the good-bye are cut after this long. */
const GOODBYE_MS = 1000
const GOING_AWAY = 1001
/** What our own pages offer beside the token, to be chosen in its stead. */
const PROTOCOL = 'expo'

/** Lets routes be web sockets. To be installed before routes are added. */
export async function installSockets(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.websocket) route.config = { ...route.config, isSocket: true }
  })
  await app.register(fastifyWebsocket, {
    options: {
      maxPayload: MAX_MESSAGE_BYTES,
      // Compression costs memory per connection, and the messages are short.
      perMessageDeflate: false,
      // A browser gives up unless one of its offers is chosen; other clients offer nothing but the token.
      handleProtocols: (offered) =>
        offered.has(PROTOCOL) ? PROTOCOL : (offered.values().next().value ?? false),
    },
    errorHandler(error, socket, request) {
      // Too long a message, or a line that broke: the connection's own affair.
      request.log.info({ err: error }, 'socket failed')
      socket.terminate()
    },
    preClose(done) {
      const { clients } = this.websocketServer
      for (const client of clients) client.close(GOING_AWAY, 'server stops')
      setTimeout(() => {
        for (const client of clients) client.terminate()
      }, GOODBYE_MS).unref()
      this.websocketServer.close()
      done()
    },
  })
  // Else any address that can be asked for would be a handshake, too, and close only after it.
  app.addHook('onRequest', async (request) => {
    if (request.ws && !request.routeOptions.config.isSocket) throw notFound()
  })
}
