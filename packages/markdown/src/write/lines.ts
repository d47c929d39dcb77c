/** Puts `prefix` before every line but the first; blank lines stay blank. */
export function indentLines(text: string, prefix: string): string {
  return text.replaceAll(/\n(?!\n|$)/g, `\n${prefix}`)
}

/** Puts `> ` before every line. */
export function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}
