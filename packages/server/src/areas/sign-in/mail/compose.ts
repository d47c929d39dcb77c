import type { MailText, MailTexts } from './locales/texts.ts'

/** Builds the plain text and the HTML of a mail: a greeting, paragraphs, one button with a link, paragraphs. */
export function composeMail(
  texts: MailTexts,
  { name, text, url }: { name: string; text: MailText; url: string },
): { text: string; html: string } {
  const greeting = texts.greeting(name)
  return {
    text: `${[greeting, ...text.before, url, ...text.after].join('\n\n')}\n`,
    html: composeHtml(texts, { greeting, text, url }),
  }
}

const paragraphStyle = 'margin:0 0 16px;font:15px/24px system-ui,sans-serif;color:#1f2328'
const smallStyle = 'margin:0 0 8px;font:13px/20px system-ui,sans-serif;color:#59636e'
const buttonStyle =
  'display:inline-block;padding:10px 20px;border-radius:6px;background:#346ddb;color:#ffffff;' +
  'font:600 15px/20px system-ui,sans-serif;text-decoration:none'

/** Programs for mail know neither style sheets nor scripts, so each element carries its own style. */
function composeHtml(
  { language, direction, copyLink }: MailTexts,
  { greeting, text, url }: { greeting: string; text: MailText; url: string },
): string {
  const paragraph = (content: string) => `<p style="${paragraphStyle}">${escapeHtml(content)}</p>`
  const small = (content: string) => `<p style="${smallStyle}">${escapeHtml(content)}</p>`
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(text.subject)}</title></head>`,
    '<body style="margin:0;padding:32px 16px;background:#ffffff"><div style="max-width:560px;margin:0 auto">',
    paragraph(greeting),
    ...text.before.map(paragraph),
    `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${buttonStyle}">${escapeHtml(text.button)}</a></p>`,
    ...text.after.map(paragraph),
    small(copyLink),
    `<p style="${smallStyle};word-break:break-all" dir="ltr">${escapeHtml(url)}</p>`,
    '</div></body></html>',
    '',
  ].join('\n')
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
