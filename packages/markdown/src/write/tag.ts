import type { PlainValue } from '../document/types.ts'

/** What the settings of our own tags may be. */
export type Settings = Record<string, string | number | boolean | undefined>

/** `{% name key="value" %}`; what is undefined is left out. */
export function tag(name: string, attributes: Settings = {}): string {
  let result = `{% ${name}`
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) result += ` ${key}=${quote(value)}`
  return `${result} %}`
}

/** Settings are quoted even where they are numbers, as GitBook writes them. */
function quote(value: string | number | boolean): string {
  return `"${String(value)
    .replaceAll(/[\\"]/g, String.raw`\$&`)
    .replaceAll('%}', String.raw`%\}`)}"`
}

/** The properties of an integration's block keep their types: what is not a string stands bare. */
export function integrationTag(name: string, props: Record<string, PlainValue>): string {
  let result = `{% ${name}`
  for (const [key, value] of Object.entries(props)) {
    const written =
      typeof value === 'string' ? quote(value) : JSON.stringify(value).replaceAll('%}', String.raw`%\u007d`)
    result += ` ${key}=${written}`
  }
  return `${result} %}`
}
