import type { NodeSpec } from 'prosemirror-model'
import { type AttributeField, defineAttributes } from './attributes.ts'
import { createParseRule, writeAtom, writeElement } from './dom.ts'

interface Definition extends NodeSpec {
  /** The element of a node with content, when it is copied. */
  tag?: string
  settings?: Record<string, AttributeField>
}

/** Defines a node with its settings, and how it is copied and pasted. */
export function defineNode(name: string, { tag = 'div', settings = {}, ...spec }: Definition): NodeSpec {
  const attrs = defineAttributes(settings)
  return {
    attrs,
    toDOM: writeElement(tag),
    ...spec,
    parseDOM: [createParseRule(name, attrs), ...(spec.parseDOM ?? [])],
  }
}

/** Defines a block without editable content. */
export function defineAtom(name: string, settings: Record<string, AttributeField> = {}): NodeSpec {
  return defineNode(name, {
    group: 'block',
    atom: true,
    draggable: true,
    settings,
    toDOM: writeAtom('div', () => ''),
  })
}

/** Defines an inline without editable content. */
export function defineInlineAtom(
  name: string,
  settings: Record<string, AttributeField>,
  textSetting?: string,
): NodeSpec {
  const describe = (attrs: Record<string, unknown>): string => {
    const text = textSetting === undefined ? undefined : attrs[textSetting]
    return typeof text === 'string' ? text : ''
  }
  return defineNode(name, {
    group: 'inline',
    inline: true,
    atom: true,
    draggable: true,
    settings,
    toDOM: writeAtom('span', (node) => describe(node.attrs)),
    leafText: (node) => describe(node.attrs),
  })
}
