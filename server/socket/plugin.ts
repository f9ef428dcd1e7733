import fastifyWebsocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'

/** Largest message of a browser; a longer one closes its connection. */
const MAX_MESSAGE_BYTES = 64 * 1024
/** At a stop, connections that do not answer the good-bye are cut after this long. */
const GOODBYE_MS = 1000
const GOING_AWAY = 1001
/** What our own pages offer beside the token, to be chosen in its stead. */
const PROTOCOL = 'expo'

/** Lets routes be web sockets. To be installed before routes are added. */
export async function installSockets(app: FastifyInstance): Promise<void> {
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
}
