import type { PageContent } from './draft-store.ts'
import { joinPageText, splitPageText } from './page-text.ts'

/** The fields of a page with the head of its text, which is a part of them. */
export const withoutBody = (content: PageContent): PageContent =>
  content.markdown === undefined
    ? content
    : { ...content, markdown: splitPageText(content.markdown).head.trimEnd() }

/** The fields of one with the text below the head of the other. */
export const withBody = (content: PageContent, { markdown }: PageContent): PageContent =>
  content.markdown === undefined || markdown === undefined
    ? content
    : {
        ...content,
        markdown: joinPageText({
          head: splitPageText(content.markdown).head,
          body: splitPageText(markdown).body,
        }),
      }

/** The server trims titles and descriptions where they are part of the text, so the spaces around them do not count. */
export const isSameContent = (a: PageContent, b: PageContent): boolean =>
  a.title.trim() === b.title.trim() &&
  a.description.trim() === b.description.trim() &&
  a.emoji === b.emoji &&
  a.icon === b.icon &&
  a.markdown === b.markdown
