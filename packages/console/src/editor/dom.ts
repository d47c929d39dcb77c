import type { IconPath } from '../ui/icon-paths.ts'

type Attributes = Record<string, string | boolean | undefined>
type Child = globalThis.Node | string | undefined

/** Creates an element. Attributes that are undefined or false are left out. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(attribute, value === true ? '' : value)
  }
  for (const child of children) if (child !== undefined) element.append(child)
  return element
}

const svgNamespace = 'http://www.w3.org/2000/svg'

/** An icon that carries no meaning of its own, in the middle of a square. */
export function createIcon([viewBox, path]: IconPath, className = 'icon'): SVGSVGElement {
  const [, , width = 512, height = 512] = viewBox.split(' ').map(Number)
  const side = Math.max(width, height)
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('class', className)
  svg.setAttribute('viewBox', `${(width - side) / 2} ${(height - side) / 2} ${side} ${side}`)
  svg.setAttribute('aria-hidden', 'true')
  const shape = document.createElementNS(svgNamespace, 'path')
  shape.setAttribute('d', path)
  svg.append(shape)
  return svg
}

/** A button with an icon and a name that screen readers say and pointers show. */
export function createIconButton(icon: IconPath, label: string, onPress: () => void): HTMLButtonElement {
  const button = createElement(
    'button',
    { type: 'button', 'aria-label': label, title: label },
    createIcon(icon),
  )
  // The editor keeps its focus and its selection while a button is pressed.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', onPress)
  return button
}

/** Places a floating element below a rectangle, or above it where there is no room, inside of its parent. */
export function placeNear(element: HTMLElement, target: DOMRect, prefersAbove = false): void {
  const parent = element.offsetParent?.getBoundingClientRect()
  if (!parent) return
  const { offsetWidth: width, offsetHeight: height } = element
  const gap = 6
  const isAbove = prefersAbove
    ? target.top - height - gap > 0
    : target.bottom + height + gap > window.innerHeight && target.top - height - gap > 0
  const top = isAbove ? target.top - height - gap : target.bottom + gap
  const left = Math.max(8, Math.min(target.left, document.documentElement.clientWidth - width - 8))
  element.style.top = `${top - parent.top}px`
  element.style.left = `${left - parent.left}px`
}
