/** Adds `prefix` to every line except the first one and blank lines. */
export function indentLines(text: string, prefix: string): string {
  return text.replaceAll(/\n(?!\n|$)/g, `\n${prefix}`)
}

/** Adds `> ` to every line. */
export function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}
