/** An anchor that the author chose stands at the end of the heading: `## Title <a href="#id" id="id"></a>`. */
const headingAnchorPattern =
  /(?:^|[ \t]+)<a (?:href="#[^"\n]*" )?id="([-.+_\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+)"><\/a>$/u

export function splitHeadingAnchor(content: string): { content: string; id: string | undefined } {
  if (!content.endsWith('</a>')) return { content, id: undefined }
  const match = headingAnchorPattern.exec(content.slice(-1000))
  if (!match) return { content, id: undefined }
  return { content: content.slice(0, content.length - match[0].length).trimEnd(), id: match[1] }
}
