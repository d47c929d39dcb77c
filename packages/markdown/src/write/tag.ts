import type { PlainValue } from '../document/types.ts'

/** The attributes of tags other than those of integrations. */
export type TagAttributes = Record<string, string | number | boolean | undefined>

/** Formats `{% name key="value" %}`, without attributes that are undefined. */
export function formatTag(name: string, attributes: TagAttributes = {}): string {
  let result = `{% ${name}`
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) result += ` ${key}=${quoteValue(value)}`
  return `${result} %}`
}

/** Quotes a value, also a number, as GitBook does. */
function quoteValue(value: string | number | boolean): string {
  return `"${String(value)
    .replaceAll(/[\\"]/g, String.raw`\$&`)
    .replaceAll('%}', String.raw`%\}`)}"`
}

/** Formats the tag of an integration. Its properties keep their types: only strings are quoted. */
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
