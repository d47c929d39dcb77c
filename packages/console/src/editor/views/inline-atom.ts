import { type ContentRef, formatReference, type MediaRef } from '@verso/editor'
import type { Node } from 'prosemirror-model'
import type { EditorContext } from '../context.ts'
import { createElement } from '../dom.ts'
import { createNamedIcon } from '../menus/choosers.ts'
import type { CreateView } from './view.ts'

/** The view of an inline without editable text. */
export const createInlineAtomView: CreateView = (context) => (node) => {
  const dom = createElement('span', { class: `editor-inline editor-${node.type.name.replaceAll('_', '-')}` })
  dom.append(createContent(node, context))
  dom.contentEditable = 'false'
  return { dom, ignoreMutation: () => true }
}

function createContent({ type, attrs }: Node, { options }: EditorContext): string | HTMLElement {
  switch (type.name) {
    case 'emoji':
      return getEmoji(String(attrs['code']))
    case 'icon':
      return createNamedIcon(String(attrs['icon']))
    case 'inline_image': {
      const ref = attrs['ref'] as MediaRef
      const url = options.resolveFile?.(ref) ?? (ref.kind === 'url' ? ref.url : undefined)
      if (url === undefined || url === '') return String(attrs['alt'] ?? '▢')
      return createElement('img', { src: url, alt: String(attrs['alt'] ?? '') })
    }
    case 'mention':
    case 'empty_link': {
      const ref = attrs['ref'] as ContentRef
      return options.describePage?.(ref)?.title ?? formatReference(ref)
    }
    case 'expression':
      return `{{ ${String(attrs['expression'])} }}`
    case 'inline_math': {
      const formula = String(attrs['formula'])
      const element = createElement('span', {}, formula)
      void options.renderMath?.(formula, element, false)
      return element
    }
    case 'button': {
      const icon: unknown = attrs['icon']
      const sign = typeof icon === 'string' && icon !== '' ? createNamedIcon(icon) : undefined
      return createElement('span', {}, sign, String(attrs['label']))
    }
    case 'raw_inline':
      return String(attrs['source'])
    default:
      return '*'
  }
}

/** The characters of an emoji, which documents name by their code points. */
function getEmoji(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  const isValid = points.every((point) => Number.isInteger(point) && point >= 0 && point <= 0x10ffff)
  return isValid ? String.fromCodePoint(...points) : `:${code}:`
}
