import { type Document, listHeadings } from '@verso/markdown'
import { IconSheet } from '../content/icons.ts'
import { PageStyles } from '../content/page-styles.ts'
import { createRenderContext } from './blocks.ts'
import type { RenderOptions } from './context.ts'
import { ElementIds } from './element-ids.ts'
import { collectOutlineHeadings, type OutlineHeading } from './outline.ts'

/** A document as HTML, for a program that shows it in a page of its own. */
export interface RenderedContent {
  /** The blocks, followed by the icons that they use. */
  html: string
  /** The rules that the HTML needs beyond the style sheet. It has no `style` attributes. */
  styles: string
  outline: OutlineHeading[]
}

/** Renders a document without a page around it. Elements have the keys of their blocks as `data-block`. */
export function renderContent(
  document: Document,
  options: Pick<RenderOptions, 'references' | 'highlighter' | 'locale' | 'budget' | 'diagrams'>,
): RenderedContent {
  const [icons, styles] = [new IconSheet(), new PageStyles()]
  const headings = listHeadings(document)
  const context = createRenderContext({
    ...options,
    icons,
    styles,
    ids: new ElementIds(headings.map(({ anchor }) => anchor)),
    hasBlockKeys: true,
  })
  const blocks = context.renderBlocks(document.nodes)
  return {
    html: `${blocks.text}${icons.render().text}`,
    styles: styles.toCss(),
    outline: collectOutlineHeadings(headings, context.outline),
  }
}
