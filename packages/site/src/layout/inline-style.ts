import { nothing, type SafeHtml, trustHtml } from '../html/html.ts'

/** Rules in the page itself. Only what `PageStyles` and `themeOf` wrote comes here, and neither writes a `<`. */
export const renderInlineStyle = (css: string): SafeHtml =>
  css === '' ? nothing : trustHtml(`<style>${css.replaceAll('<', '')}</style>`)
