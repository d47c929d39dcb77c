/** Decodes a part of an address. A percent sign that encodes nothing is part of the text. */
export function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
