import { Parser } from 'htmlparser2'
import { Invalid } from '../../../common/errors.ts'

/** Browsers show no deeper nesting either. The time to build a DOM grows with the depth of each element. */
const MAX_HTML_DEPTH = 500

/** A page with more elements is no text that people wrote. */
const MAX_HTML_ELEMENTS = 200_000

/** Throws `Invalid` for HTML of which no DOM should be built. Reads it only as far as that is decided. */
export function checkHtmlSize(html: string): void {
  let depth = 0
  let elements = 0
  const parser = new Parser({
    onopentagname() {
      depth += 1
      elements += 1
      if (depth > MAX_HTML_DEPTH) {
        throw new Invalid(`It has elements that are nested more than ${MAX_HTML_DEPTH} deep.`)
      }
      if (elements > MAX_HTML_ELEMENTS) throw new Invalid(`It has more than ${MAX_HTML_ELEMENTS} elements.`)
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.end(html)
}
