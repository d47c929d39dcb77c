/**
 * Characters that begin, end or separate something in Markdown. The time that a text takes to parse and to render grows
 * with their number, up to a hundred times faster than with its length.
 */
const marks = new Uint8Array(128)
for (const character of '\n|[]<>*_`{}&!~\\$') marks[character.charCodeAt(0)] = 1

const dollar = '$'.charCodeAt(0)

const MAX_CHEAP_LENGTH = 50_000
/** A text with so many marks takes less than a tenth of a second in the worst case, and a few milliseconds usually. */
export const MAX_CHEAP_MARKS = 4000

/** Whether a text can be parsed and rendered without keeping other requests waiting. Others are for a thread. */
export const isCheapToRead = (markdown: string): boolean =>
  // Each character costs one mark at most.
  markdown.length <= MAX_CHEAP_MARKS || estimateReadingCost(markdown) <= MAX_CHEAP_MARKS

/** What reading a text costs, in marks; infinite for long texts. */
export function estimateReadingCost(markdown: string): number {
  if (markdown.length > MAX_CHEAP_LENGTH) return Infinity
  if (markdown.length <= MAX_CHEAP_MARKS / 10) return markdown.length
  // Formulas can be elements too, of which each character costs as much as a mark.
  if (/class\s{0,9}=[^>]{0,99}math/i.test(markdown)) return markdown.length
  let cost = 0
  let isFormula = false
  for (let index = 0; index < markdown.length; index++) {
    const code = markdown.charCodeAt(index)
    if (code === dollar && markdown.charCodeAt(index + 1) === dollar) {
      isFormula = !isFormula
      index += 1
      cost += 2
    } else if (isFormula || (marks[code] ?? 0) === 1) cost += 1
  }
  return cost
}
