/**
 * What requests without a token are counted by. One IPv6 customer has a whole /64 to send from, so that is one
 * caller; an IPv4 address that comes in IPv6 clothes is the same caller as without them.
 */
export function createRateLimitKey(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const behind = tail === undefined || tail === '' ? [] : tail.split(':')
  while (groups.length + behind.length < 8) groups.push('0')
  return `${[...groups, ...behind].slice(0, 4).map(withoutZeros).join(':')}::/64`
}

const withoutZeros = (group: string): string => group.toLowerCase().replace(/^0+(?=.)/, '')
