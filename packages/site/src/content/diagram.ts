import { runWithDeadline } from './deadline.ts'

/** A diagram as two pictures: SVG for the light and for the dark mode. */
export interface Diagram {
  light: string
  dark: string
  width: number
  height: number
}

/** Longer sources are shown as code: laying out thousands of boxes takes minutes, and nobody could read the result. */
const MAX_DIAGRAM_CHARACTERS = 20_000
const MAX_DRAWING_MS = 5000
const MAX_SIDE_PIXELS = 20_000

/** The grounds are those that `.diagram` in `styles/media.css` has, so that labels on lines cover them. */
const lightColors = { bg: '#ffffff', fg: '#1f2430', muted: '#565d6d' }
const darkColors = { bg: '#17191f', fg: '#e6e8ee', muted: '#a6adbb' }

export const isDiagramSyntax = (syntax: string | undefined): boolean =>
  syntax?.trim().toLowerCase() === 'mermaid'

/**
 * Draws a Mermaid diagram: flowcharts, sequences, states, classes, entities and XY charts. Returns `undefined` for other
 * kinds and for sources with errors, which are shown as code. Takes CPU time, so callers run it in a worker thread.
 */
export async function drawDiagram(source: string): Promise<Diagram | undefined> {
  if (source.length > MAX_DIAGRAM_CHARACTERS) return undefined
  // Loaded with the first diagram: its layout engine takes memory that most sites never need.
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  try {
    const svg = runWithDeadline(() => renderMermaidSVG(source, lightColors), MAX_DRAWING_MS)
    return createDiagram(svg)
  } catch {
    return undefined
  }
}

function createDiagram(svg: string): Diagram | undefined {
  const [, width, height] = /^<svg [^>]*?\bwidth="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []
  const size = { width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) }
  const isDrawn = Object.values(size).every((side) => side > 0 && side <= MAX_SIDE_PIXELS)
  if (!isDrawn) return undefined
  const light = svg
    // A picture may not load fonts, and a page asks no other host for them.
    .replace(/@import url\([^)]*\);/, '')
    .replaceAll(/\s*\n\s*/g, ' ')
  return { light, dark: light.replace(writeColors(lightColors), writeColors(darkColors)), ...size }
}

/** As the library writes them into the style of the SVG element. */
const writeColors = (colors: typeof lightColors): string =>
  Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/** The address of a picture that is written in the page itself. Browsers run no script of a picture. */
export const writePictureUrl = (svg: string): string =>
  `data:image/svg+xml,${svg.replaceAll('%', '%25').replaceAll('#', '%23')}`
