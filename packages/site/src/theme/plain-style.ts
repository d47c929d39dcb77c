/**
 * What of a customization is CSS without reading a file: custom properties and the classes of the root element. It also runs in
 * browsers, where the console shows a setting before the server has rendered the page.
 */
import type { Customization } from './customization.ts'
import { getFontStack } from './font-sources.ts'
import {
  createBaseColors,
  createHeaderProperties,
  createStatusProperties,
  createSurfaceProperties,
  type CssProperties,
} from './palette.ts'

export { type Customization, defaultCustomization } from './customization.ts'

const radiiByCorners = {
  straight: { small: '0', medium: '0', large: '0' },
  rounded: { small: '6px', medium: '10px', large: '14px' },
  circular: { small: '10px', medium: '16px', large: '24px' },
} as const

/** Creates the colours, corners and fonts of a site. A setting that cannot be parsed gives the default. */
export function createPlainProperties(customization: Customization, defaults: Customization): CssProperties {
  const { styling } = customization
  const colors = createBaseColors(customization, defaults)
  return {
    ...createSurfaceProperties(colors),
    ...createStatusProperties(customization, defaults, colors.background),
    ...createHeaderProperties(customization, colors),
    ...createCornerProperties(styling.corners),
    '--font': getFontStack(styling.font, 'text'),
    '--font-heading': styling.headingFont ? getFontStack(styling.headingFont, 'text') : 'var(--font)',
    '--font-code': getFontStack(styling.monospaceFont, 'code'),
  }
}

function createCornerProperties(corners: Customization['styling']['corners']): CssProperties {
  // The value comes from the API and may be unknown to this version.
  const radii = radiiByCorners[corners] ?? radiiByCorners.rounded
  return { '--corner-s': radii.small, '--corner': radii.medium, '--corner-l': radii.large }
}

export const formatDeclarations = (properties: CssProperties): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** Lists the classes of the root element that the style sheet of all sites tells looks apart by. */
export const listStyleClasses = ({ styling }: Customization): string[] => [
  `theme-${chooseName(styling.theme, ['clean', 'muted', 'bold', 'gradient'])}`,
  `sidebar-${chooseName(styling.sidebar.background, ['default', 'filled'])}`,
  `list-${chooseName(styling.sidebar.list, ['default', 'pill', 'line'])}`,
  `links-${chooseName(styling.links, ['default', 'accent'])}`,
  `depth-${chooseName(styling.depth, ['subtle', 'flat'])}`,
  `search-${chooseName(styling.search, ['prominent', 'subtle'])}`,
]

/** Returns the value if it is one of the names, otherwise the first name. Values come from the API and can be new. */
export const chooseName = <Name extends string>(value: string, names: readonly Name[]): Name =>
  names.find((name) => name === value) ?? (names[0] as Name)
