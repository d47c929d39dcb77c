import type {
  Annotation,
  Button,
  ContentRef,
  InlineContent,
  InlineImage,
  Leaf,
  Mark,
  TextColor,
} from '@verso/markdown'
import { getEmojiCharacter } from '@verso/markdown'
import { renderFormula } from '../content/math.ts'
import { html, nothing, renderAttributes, type SafeHtml, trustHtml } from '../html/html.ts'
import { sanitizeUrl } from '../html/urls.ts'
import type { RenderContext } from './context.ts'
import { renderLinkAttributes } from './links.ts'
import { renderThemedImage } from './media.ts'

const MAX_EMOJI_CHARACTERS = 40

export function renderInlines(nodes: readonly InlineContent[], context: RenderContext): SafeHtml {
  return html`${nodes.map((node) => renderInline(node, context))}`
}

function renderInline(node: InlineContent, context: RenderContext): SafeHtml {
  if (node.object === 'text') return html`${node.leaves.map((leaf) => renderLeaf(leaf))}`
  switch (node.type) {
    case 'link':
      return renderLink(node.data.ref, renderInlines(node.nodes, context), context, node.data.title)
    case 'emoji':
      return renderEmoji(node.data.code)
    case 'icon': {
      const icon = context.icons.use(node.data.icon)
      if (!icon) return nothing
      return node.data.color === undefined
        ? icon
        : html`<span class="${getColorClass('text', node.data.color)}">${icon}</span>`
    }
    case 'expression':
      return html`${context.references.evaluateExpression(node.data.expression)}`
    case 'inline-math':
      return renderFormula(node.data.formula, false, context.styles)
    case 'inline-image':
      return renderInlineImage(node, context)
    case 'annotation':
      return renderAnnotation(node, context)
    case 'mention':
      return renderMention(node.data.ref, context)
    case 'button':
      return renderButton(node.data, context)
  }
}

/** Renders an emoji, given as a character or by its code points. Other text renders nothing. */
export function renderEmoji(code: string): SafeHtml {
  const isCharacter =
    code.length <= MAX_EMOJI_CHARACTERS &&
    /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\p{Emoji_Modifier})+$/u.test(code) &&
    !/^[0-9a-f-]+$/i.test(code)
  const character = isCharacter ? code : getEmojiCharacter(code)
  return character === '' ? nothing : html`<span class="emoji">${character}</span>`
}

const textColors = new Set(
  'green blue red orange yellow purple $primary $info $success $warning $danger'.split(' '),
)

function getColorClass(kind: 'text' | 'mark', color: TextColor): string {
  return textColors.has(color) ? `${kind}-${color.replace('$', '')}` : ''
}

function renderLeaf(leaf: Leaf): SafeHtml {
  // A line break in a leaf is a hard line break of the author.
  const lines = leaf.text.split('\n')
  const text =
    lines.length === 1
      ? html`${leaf.text}`
      : html`${lines.map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))}`
  if (leaf.raw) return html`<code class="raw">${text}</code>`
  return leaf.marks.reduce((content, mark) => applyMark(content, mark), text)
}

function applyMark(content: SafeHtml, mark: Mark): SafeHtml {
  switch (mark.type) {
    case 'bold':
      return html`<strong>${content}</strong>`
    case 'italic':
      return html`<em>${content}</em>`
    case 'strikethrough':
      return html`<s>${content}</s>`
    case 'code':
      return html`<code>${content}</code>`
    case 'keyboard':
      return html`<kbd>${content}</kbd>`
    case 'superscript':
      return html`<sup>${content}</sup>`
    case 'subscript':
      return html`<sub>${content}</sub>`
    case 'color': {
      const names = [getColorClass('text', mark.data.text), getColorClass('mark', mark.data.background)]
      return html`<span class="${names.filter((name) => name !== '').join(' ')}">${content}</span>`
    }
  }
}

export function renderLink(
  ref: ContentRef,
  content: SafeHtml,
  context: RenderContext,
  title?: string,
): SafeHtml {
  const target = context.references.resolveLink(ref)
  const href = target && sanitizeUrl(target.href)
  // The text of a broken link stays readable. The class lets the style sheet mark it.
  if (href === undefined) return html`<span class="broken-link">${content}</span>`
  const linkText = content.text.trim() === '' ? html`${target?.title}` : content
  return html`<a href="${href}" ${renderLinkAttributes(href, context)}${renderAttributes({ title })}
    >${linkText}</a
  >`
}

function renderMention(ref: ContentRef, context: RenderContext): SafeHtml {
  if (ref.kind === 'user') {
    const user = context.references.resolveUser(ref.user)
    return user ? html`<span class="mention">@${user.displayName}</span>` : nothing
  }
  if (ref.kind === 'tag') {
    const tag = context.references.resolveTag(ref)
    return tag ? html`<span class="tag">${tag.label}</span>` : nothing
  }
  const target = context.references.resolveLink(ref)
  const href = target && sanitizeUrl(target.href)
  if (!target || href === undefined) return nothing
  const mark =
    target.emoji === undefined ? context.icons.use(target.icon ?? 'file-lines') : renderEmoji(target.emoji)
  return html`<a class="mention" href="${href}" ${renderLinkAttributes(href, context)}
    >${mark} ${target.title}</a
  >`
}

function renderButton(data: Button['data'], context: RenderContext): SafeHtml {
  // The reference of an action is an address of the page itself, so nothing has to be found for it.
  const target =
    data.action && data.ref.kind === 'url' ? { href: data.ref.url } : context.references.resolveLink(data.ref)
  const href = target && sanitizeUrl(target.href)
  const kind = data.kind === 'secondary' ? 'secondary' : 'primary'
  const content = html`${context.icons.use(data.icon)}${data.label}`
  // There is nothing to choose here, so a button that would choose something is not one to press.
  if (href === undefined || data.action?.action === 'select')
    return html`<span class="button ${kind}" aria-disabled="true">${content}</span>`
  const attributes = data.action
    ? renderAttributes({ 'data-search': data.action.query ?? '' })
    : renderLinkAttributes(href, context)
  return html`<a class="button ${kind}" href="${href}" ${attributes}>${content}</a>`
}

/** A picture as high as a line is hardly ever wider. */
const LINE_IMAGE_WIDTH_PIXELS = 160

function renderInlineImage({ data }: InlineImage, context: RenderContext): SafeHtml {
  return renderThemedImage(
    {
      light: data.ref,
      dark: data.refDark,
      alt: data.alt ?? data.caption ?? '',
      width: data.width,
      height: data.height,
      className: data.size === 'line' ? 'inline-image line-height' : 'inline-image',
      ...(data.size === 'line' && { maxWidth: LINE_IMAGE_WIDTH_PIXELS }),
    },
    context,
  )
}

/** Renders an annotation: words whose note opens in a popover, without a script. */
function renderAnnotation(node: Annotation, context: RenderContext): SafeHtml {
  const note = html`${node.fragments.map((fragment) => context.renderBlocks(fragment.nodes))}`
  const id = context.ids.create('note')
  return html`<button class="annotation" type="button" popovertarget="${id}">
      ${renderInlines(node.nodes, context)}</button
    ><span class="annotation-note" id="${id}" popover role="note">${convertToPhrasing(note)}</span>`
}

/**
 * Replaces block elements by spans. A note stands inside a paragraph, which a block element would end. Only elements of
 * our own templates occur here, so a regular expression can find them.
 */
function convertToPhrasing(content: SafeHtml): SafeHtml {
  const text = content.text.replaceAll(
    /<(\/?)(?:p|div|ul|ol|li|pre|blockquote|figure|figcaption|table|thead|tbody|tr|td|th|details|summary|section|h[1-6]|hr)(?=[\s>])/g,
    '<$1span',
  )
  return text === content.text ? content : trustHtml(text)
}
