import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses that are not on the public network: this machine, its neighbours, private, reserved and translated ones. */
const CLOSED_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const

/** The address may not be called. */
export class ClosedAddress extends Error {
  constructor() {
    super('The address is closed to external calls')
    this.name = 'ClosedAddress'
  }
}

/** How a name becomes addresses; `dns.lookup` but for tests. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Decides about addresses after names are resolved. */
export interface ReachableAddress {
  /** Throws when the address is closed and not listed. */
  check(address: string): void
  /** For a connection: resolves a name and hands on checked addresses only, which are those that are connected to. */
  lookup: LookupFunction
  /** A checked address of a host, to be connected to; a rejection where it is closed. */
  addressOf(host: string): Promise<string>
}

/** `listed` are networks and addresses that may be called although they are private. */
export function createReachableAddress(
  listed: readonly string[],
  resolve: Resolve = lookup,
): ReachableAddress {
  const closed = blockList(CLOSED_NETWORKS)
  const open = blockList(listed)

  function isReachable(address: string): boolean {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    return isIP(address) !== 0 && (!closed.check(address, family) || open.check(address, family))
  }

  const check = (address: string) => {
    if (!isReachable(address)) throw new ClosedAddress()
  }
  const found: LookupFunction = (hostname, options, done) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      const refused = addresses?.some(({ address }) => !isReachable(address))
      const [first] = addresses ?? []
      if (error || !first) done(error ?? new Error(`no address of ${hostname}`), [])
      // One closed address among several is reason enough: which one is tried is not ours to say.
      else if (refused) done(new ClosedAddress(), [])
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }

  return {
    check,
    lookup: found,
    async addressOf(host) {
      if (isIP(host) !== 0) {
        check(host)
        return host
      }
      return new Promise((done, reject) => {
        found(host, {}, (error, address) =>
          error ? reject(error) : done(typeof address === 'string' ? address : (address[0]?.address ?? '')),
        )
      })
    },
  }
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
