/**
 * Creates the key that requests without a token are counted by. One IPv6 customer has a whole /64 to send from, so that is
 * one caller. An IPv4 address mapped to IPv6 is the same caller as the IPv4 address.
 */
export function createRateLimitKey(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  while (groups.length + tailGroups.length < 8) groups.push('0')
  return `${[...groups, ...tailGroups].slice(0, 4).map(trimZeros).join(':')}::/64`
}

const trimZeros = (group: string): string => group.toLowerCase().replace(/^0+(?=.)/, '')
