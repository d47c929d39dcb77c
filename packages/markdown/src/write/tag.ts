import type { PlainValue } from '../document/types.ts'

/** What the settings of our own tags may be. */
export type TagAttributes = Record<string, string | number | boolean | undefined>

/** `{% name key="value" %}`; what is undefined is left out. */
export function formatTag(name: string, attributes: TagAttributes = {}): string {
  let result = `{% ${name}`
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) result += ` ${key}=${quoteValue(value)}`
  return `${result} %}`
}

/** Settings are quoted even where they are numbers, as GitBook writes them. */
function quoteValue(value: string | number | boolean): string {
  return `"${String(value)
    .replaceAll(/[\\"]/g, String.raw`\$&`)
    .replaceAll('%}', String.raw`%\}`)}"`
}

/** The properties of an integration's block keep their types: what is not a string stands bare. */
export function formatIntegrationTag(name: string, props: Record<string, PlainValue>): string {
  let result = `{% ${name}`
  for (const [key, value] of Object.entries(props)) {
    const formattedValue =
      typeof value === 'string'
        ? quoteValue(value)
        : JSON.stringify(value).replaceAll('%}', String.raw`%\u007d`)
    result += ` ${key}=${formattedValue}`
  }
  return `${result} %}`
}
