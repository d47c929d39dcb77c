const paragraphStyle = 'margin:0 0 16px;font:15px/24px system-ui,sans-serif;color:#1f2328'
const smallStyle = 'margin:0 0 8px;font:13px/20px system-ui,sans-serif;color:#59636e'
const buttonStyle =
  'display:inline-block;padding:10px 20px;border-radius:6px;background:#346ddb;color:#ffffff;' +
  'font:600 15px/20px system-ui,sans-serif;text-decoration:none'
const linkStyle = 'color:#346ddb'
const quoteStyle =
  'margin:0 0 8px;padding-inline-start:12px;border-inline-start:3px solid #d1d9e0;' +
  'font:14px/22px system-ui,sans-serif;color:#59636e;white-space:pre-line'

/**
 * The elements of mails. Programs for mail know neither style sheets nor scripts, so each element carries its own style. All
 * texts are escaped.
 */
export const mailElements = {
  paragraph: (text: string): string => `<p style="${paragraphStyle}">${escapeText(text)}</p>`,
  small: (text: string): string => `<p style="${smallStyle}">${escapeText(text)}</p>`,
  quote: (text: string): string =>
    `<blockquote dir="auto" style="${quoteStyle}">${escapeText(text)}</blockquote>`,
  title: (text: string, url: string): string =>
    `<p dir="auto" style="margin:24px 0 4px;font:600 15px/24px system-ui,sans-serif">` +
    `<a href="${escapeText(url)}" style="${linkStyle}">${escapeText(text)}</a></p>`,
  button: (text: string, url: string): string =>
    `<p style="margin:24px 0"><a href="${escapeText(url)}" style="${buttonStyle}">${escapeText(text)}</a></p>`,
  smallLink: (text: string, url: string): string =>
    `<p style="${smallStyle}"><a href="${escapeText(url)}" style="${linkStyle}">${escapeText(text)}</a></p>`,
  address: (url: string): string =>
    `<p style="${smallStyle};word-break:break-all" dir="ltr">${escapeText(url)}</p>`,
}

/** Puts the elements of a mail into a page. */
export const buildMailHtml = (
  { language, direction, subject }: { language: string; direction: 'ltr' | 'rtl'; subject: string },
  elements: readonly string[],
): string =>
  [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeText(subject)}</title></head>`,
    '<body style="margin:0;padding:32px 16px;background:#ffffff"><div style="max-width:560px;margin:0 auto">',
    ...elements,
    '</div></body></html>',
    '',
  ].join('\n')

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
