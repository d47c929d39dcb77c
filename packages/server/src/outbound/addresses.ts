import { BlockList, isIPv4, isIPv6 } from 'node:net'

// Addresses that are not of the public Internet, from IANA's special-purpose registries, and those at which clouds
// tell machines their secrets.
const special4 = [
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

// Within 2000::/3, the only part of IPv6 that is given out: Teredo and other protocols' own, documentation, 6to4.
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const blocked4 = listOf(special4, 'ipv4')
const blocked6 = listOf(special6, 'ipv6')
const given6 = listOf(['2000::/3'], 'ipv6')
const embedding6 = listOf(['::ffff:0:0/96', '64:ff9b::/96'], 'ipv6')

function listOf(networks: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** Whether an address, as a resolver gives it, is one of the public Internet. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked4.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  // IPv4 inside IPv6 (mapped, or behind NAT64) goes where the IPv4 address goes.
  const inner = embeddedIPv4(address)
  if (inner !== undefined) return isPublicAddress(inner)
  return given6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6')
}

/** Whether a list holds the address, written as IPv6 or not. */
export function isInBlockList(list: BlockList, address: string): boolean {
  if (isIPv4(address)) return list.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  const inner = embeddedIPv4(address)
  return list.check(address, 'ipv6') || (inner !== undefined && list.check(inner, 'ipv4'))
}

function embeddedIPv4(address: string): string | undefined {
  if (!embedding6.check(address, 'ipv6')) return undefined
  // The URL parser writes every form of an IPv6 address in hexadecimal groups.
  const groups = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1).split(':') ?? []
  const [high = '', low = ''] = groups.slice(-2)
  const value = Number.parseInt(high || '0', 16) * 0x1_0000 + Number.parseInt(low || '0', 16)
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.')
}
