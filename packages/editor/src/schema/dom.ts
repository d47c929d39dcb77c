import type { Attrs, AttributeSpec, DOMOutputSpec, Node, TagParseRule } from 'prosemirror-model'
import { isPlainObject } from './attributes.ts'

/**
 * How nodes are written to and read from the clipboard. Each has its name in `data-block` and its settings as JSON in
 * `data-settings`, so that copying from one page to another loses nothing. Settings from the clipboard are checked like
 * any others.
 */

/** What this package needs of an element. It has no types of the DOM, because the server uses it as well. */
interface ElementLike {
  getAttribute(name: string): string | null
}

type Attributes = Record<string, AttributeSpec>

export function createDomAttributes(node: Node): Record<string, string> {
  const settings: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(node.attrs)) if (value !== null) settings[name] = value
  const attributes: Record<string, string> = { 'data-block': node.type.name }
  if (Object.keys(settings).length > 0) attributes['data-settings'] = JSON.stringify(settings)
  return attributes
}

/** Writes a node with content as an element of this name. */
export function writeElement(tag: string): (node: Node) => DOMOutputSpec {
  return (node) => [tag, createDomAttributes(node), 0]
}

/** Writes a node without content, with a text for programs that do not know it. */
export function writeAtom(tag: string, describe: (node: Node) => string): (node: Node) => DOMOutputSpec {
  return (node) => [tag, { ...createDomAttributes(node), contenteditable: 'false' }, describe(node)]
}

/** Reads the nodes that `writeElement` and `writeAtom` wrote. */
export function createParseRule(name: string, attributes: Attributes): TagParseRule {
  return {
    tag: `[data-block="${name}"]`,
    priority: 60,
    getAttrs: (element: ElementLike) => readSettings(element.getAttribute('data-settings'), attributes),
  }
}

function readSettings(json: string | null, attributes: Attributes): Attrs | false {
  if (json === null) return {}
  try {
    const settings: unknown = JSON.parse(json)
    if (!isPlainObject(settings)) return false
    for (const [name, value] of Object.entries(settings)) {
      const validate = Object.hasOwn(attributes, name) ? attributes[name]?.validate : undefined
      if (typeof validate !== 'function') return false
      validate(value)
    }
    return settings
  } catch {
    // A foreign page may use the same attribute for something else. Then the element is read as plain HTML.
    return false
  }
}
