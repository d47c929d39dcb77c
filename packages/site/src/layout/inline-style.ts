import { nothing, type SafeHtml, trusted } from '../html/html.ts'

/** Rules in the page itself. Only what `PageStyles` and `themeOf` wrote comes here, and neither writes a `<`. */
export const renderInlineStyle = (css: string): SafeHtml =>
  css === '' ? nothing : trusted(`<style>${css.replaceAll('<', '')}</style>`)
