import process from 'node:process'
import autocannon from 'autocannon'

/** The load, in a process of its own: `LOAD` holds the addresses, asked one after the other by each client, and prints what came of it. */
const { base, paths, clients, seconds, headers } = JSON.parse(process.env.LOAD ?? '')
const result = await autocannon({
  url: base,
  connections: clients,
  duration: seconds,
  requests: paths.map((path) => ({ path, headers })),
})
console.log(JSON.stringify({ rate: result.requests.average, refused: result.non2xx, failed: result.errors }))
