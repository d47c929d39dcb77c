import { BlockList, isIPv4, isIPv6 } from 'node:net'

// These networks are not part of the public Internet according to IANA's special-purpose registries, or have the metadata
// services at which clouds give machines their credentials.
const specialNetworks4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

// Within 2000::/3, the only part of IPv6 that is assigned, these belong to protocols such as Teredo and 6to4, or to
// documentation.
const specialNetworks6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const blockedNetworks4 = createBlockList(specialNetworks4, 'ipv4')
const blockedNetworks6 = createBlockList(specialNetworks6, 'ipv6')
const assignedNetworks6 = createBlockList(['2000::/3'], 'ipv6')
const embeddingNetworks6 = createBlockList(['::ffff:0:0/96', '64:ff9b::/96'], 'ipv6')

function createBlockList(networks: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** Whether a text is an address of the public Internet, in the form that a resolver returns. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blockedNetworks4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  // An IPv6 address that embeds an IPv4 address (mapped, or for NAT64) leads to that IPv4 address.
  const inner = readEmbeddedIPv4(address)
  if (inner !== undefined) return isPublicAddress(inner)
  return assignedNetworks6.check(address, 'ipv6') && !blockedNetworks6.check(address, 'ipv6')
}

/** Whether a list contains the address, also if it is an IPv4 address written as IPv6. */
export function isInBlockList(list: BlockList, address: string): boolean {
  if (isIPv4(address)) return list.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  const inner = readEmbeddedIPv4(address)
  return list.check(address, 'ipv6') || (inner !== undefined && list.check(inner, 'ipv4'))
}

function readEmbeddedIPv4(address: string): string | undefined {
  if (!embeddingNetworks6.check(address, 'ipv6')) return undefined
  // The URL parser writes every form of an IPv6 address in hexadecimal groups.
  const groups = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1).split(':') ?? []
  const [high = '', low = ''] = groups.slice(-2)
  const value = Number.parseInt(high || '0', 16) * 0x1_0000 + Number.parseInt(low || '0', 16)
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
}
