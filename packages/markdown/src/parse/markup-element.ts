import type { HtmlElement } from './html-tree.ts'
import { interpretElement, voidElements } from './inline-element.ts'
import { parseAttributes } from './html-tree.ts'

/** Elements that end a paragraph in HTML. Written as markup inside a paragraph, they would split it. */
const paragraphEndingElements = new Set(
  (
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul dd dt'
  ).split(' '),
)

/** Elements whose content or whose end an HTML parser reads in a way of its own. */
const specialElements = new Set(
  (
    'button datalist iframe input listing math noembed noframes noscript optgroup option output picture plaintext rp rt ' +
    'script select style svg template textarea title xmp'
  ).split(' '),
)

/** Whether an unknown element may stay markup. An element without an end tag would include the text after it. */
export function canStayMarkup({ name, endTag }: HtmlElement): boolean {
  return (endTag !== '' || voidElements.has(name)) && !paragraphEndingElements.has(name)
}

/** Whether a start tag with an end tag after it is read as the same markup where HTML is parsed instead of Markdown. */
export function isSameMarkupInHtml(name: string, startTag: string): boolean {
  if (paragraphEndingElements.has(name) || specialElements.has(name)) return false
  return interpretElement(name, parseAttributes(startTag)) === undefined
}
