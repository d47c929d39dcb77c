import { buildMailHtml, mailElements } from '../../../outbound/mail-html.ts'
import type { MailText, MailTexts } from './locales/texts.ts'

/** Builds the plain text and the HTML of a mail: a greeting, paragraphs, one button with a link, paragraphs. */
export function composeMail(
  { language, direction, greeting: greet, copyLink }: MailTexts,
  { name, text, url }: { name: string; text: MailText; url: string },
): { text: string; html: string } {
  const greeting = greet(name)
  const { subject, before, button, after } = text
  const { paragraph } = mailElements
  return {
    text: `${[greeting, ...before, url, ...after].join('\n\n')}\n`,
    html: buildMailHtml({ language, direction, subject }, [
      paragraph(greeting),
      ...before.map(paragraph),
      mailElements.button(button, url),
      ...after.map(paragraph),
      mailElements.small(copyLink),
      mailElements.address(url),
    ]),
  }
}
