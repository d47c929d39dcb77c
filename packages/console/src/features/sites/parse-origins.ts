const originPattern = /^https?:\/\/(\*\.[a-z0-9-]+\.)?([a-z0-9-]+\.)*[a-z0-9-]+(:\d{1,5})?$/

/** Reads websites, one a line, and says which line is none. Paths are left out: browsers compare origins. */
export function parseOrigins(text: string): { origins: string[]; wrongLine: string | undefined } {
  const lines = text.split(/[\s,]+/).filter((line) => line !== '')
  const origins = lines.map(toOrigin)
  const wrong = origins.findIndex((origin) => !originPattern.test(origin))
  return { origins: [...new Set(origins)], wrongLine: lines[wrong] }
}

/** `Example.com/docs` is `https://example.com`: that is what people copy. */
function toOrigin(line: string): string {
  const lower = line.toLowerCase()
  const address = /^[a-z]+:\/\//.test(lower) ? lower : `https://${lower}`
  return /^[a-z]+:\/\/[^/?#]*/.exec(address)?.[0] ?? address
}
