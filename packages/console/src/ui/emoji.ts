/** The API has emojis as code points in hexadecimal, such as `1f680`, and takes them as they are too. */
export function readEmoji(text: string): string {
  if (!/^[\da-f]{2,6}(-[\da-f]{2,6})*$/i.test(text)) return text
  const points = text.split('-').map((part) => Number.parseInt(part, 16))
  return points.every((point) => point <= 0x10_ff_ff) ? String.fromCodePoint(...points) : text
}
