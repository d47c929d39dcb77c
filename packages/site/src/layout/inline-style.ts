import { nothing, type SafeHtml, trustHtml } from '../html/html.ts'

/** Renders an inline style sheet. Only `PageStyles` writes the rules, and it never writes a `<`. */
export const renderInlineStyle = (css: string): SafeHtml =>
  css === '' ? nothing : trustHtml(`<style>${css.replaceAll('<', '')}</style>`)
