import { parseMarkdown } from '@verso/markdown'
import { findLocale, Highlighter, renderContent, urlOnlyReferences } from '@verso/site'
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

/** The name under which renderers look for a description as HTML. */
const HTML_NAME = 'x-gitbook-description-html'

/** What is in these is data of the API, and not about it. */
const dataNames = new Set(['example', 'value', 'default', 'enum', 'const'])

/** Longer descriptions, and those after so many characters, have no HTML. */
const MAX_DESCRIPTION_CHARACTERS = 20_000
const MAX_TOTAL_CHARACTERS = 2_000_000

/** Adds to each description of a document what it is as HTML. Changes the document. */
export function addDescriptionHtml(document: JsonObject): JsonObject {
  const htmlByText = new Map<string, string | undefined>()
  let characters = 0
  const render = (text: string): string | undefined => {
    if (htmlByText.has(text)) return htmlByText.get(text)
    characters += text.length
    const isShown = text.length <= MAX_DESCRIPTION_CHARACTERS && characters <= MAX_TOTAL_CHARACTERS
    const html = isShown ? renderMarkdownDescription(text) : undefined
    htmlByText.set(text, html)
    return html
  }
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isJsonObject(value)) return
    for (const [name, part] of Object.entries(value)) {
      if (typeof part === 'object' && !dataNames.has(name)) visit(part)
    }
    const { description } = value
    const html =
      typeof description === 'string' && description.trim() !== '' ? render(description) : undefined
    if (html !== undefined) value[HTML_NAME] = html
  }
  visit(document)
  return document
}

// Code in descriptions is not coloured: what renders it decides about colours.
const plainHighlighter = new Highlighter(() => Promise.resolve([]))

/** Links in a description can only be URLs, because it knows nothing of our content. */
function renderMarkdownDescription(text: string): string | undefined {
  try {
    const { document } = parseMarkdown(text)
    const options = { references: urlOnlyReferences, highlighter: plainHighlighter, locale: findLocale('en') }
    return renderContent(document, options).html
  } catch {
    // Whoever shows it has the Markdown beside it.
    return undefined
  }
}
