/**
 * Draws Mermaid diagrams for the page around this frame. The frame is sandboxed: it has no origin and can ask no host but
 * for the parts of this script.
 */
import mermaid, { type MermaidConfig } from 'mermaid'
import type { DrawingAnswer, DrawingRequest, DrawnDiagram } from '../diagrams/diagram-drawer.ts'

const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

const baseConfig: MermaidConfig = {
  startOnLoad: false,
  securityLevel: 'strict',
  suppressErrorRendering: true,
  // Pictures show no HTML in every browser.
  htmlLabels: false,
  fontFamily,
  logLevel: 'fatal',
}

/** The grounds are those of `.diagram-picture` in `styles/media.css`; the fills are for parts of equal rank, such as slices. */
const colors = {
  light: {
    ground: '#ffffff',
    ink: '#1f2430',
    soft: '#565d6d',
    line: '#8b93a5',
    box: '#eef2ff',
    note: '#fef9c3',
    fills: '#c7d2fe #bae6fd #a7f3d0 #fde68a #fecaca #ddd6fe #fbcfe8 #99f6e4 #d9f99d #fed7aa #e2e8f0 #f5d0fe',
  },
  dark: {
    ground: '#17191f',
    ink: '#e6e8ee',
    soft: '#a6adbb',
    line: '#747c8e',
    box: '#262a36',
    note: '#3f3a1d',
    fills: '#3730a3 #075985 #065f46 #854d0e #991b1b #5b21b6 #9d174d #115e59 #3f6212 #9a3412 #475569 #86198f',
  },
}

type Mode = keyof typeof colors

function createConfig(mode: Mode): MermaidConfig {
  const { ground, ink, soft, line, box, note, fills } = colors[mode]
  const scale = fills.split(' ').flatMap((fill, index) => [
    [`cScale${index}`, fill],
    [`cScaleLabel${index}`, ink],
    [`cScalePeer${index}`, line],
    [`pie${index + 1}`, fill],
    [`fillType${index}`, fill],
    [`git${index}`, line],
    [`gitBranchLabel${index}`, ground],
    [`venn${index + 1}`, fill],
  ])
  return {
    ...baseConfig,
    theme: 'base',
    themeVariables: {
      darkMode: mode === 'dark',
      background: ground,
      fontFamily,
      fontSize: '14px',
      primaryColor: box,
      primaryTextColor: ink,
      primaryBorderColor: line,
      secondaryColor: box,
      secondaryTextColor: ink,
      tertiaryColor: ground,
      tertiaryTextColor: ink,
      lineColor: soft,
      textColor: ink,
      titleColor: ink,
      noteBkgColor: note,
      noteTextColor: ink,
      noteBorderColor: line,
      pieTitleTextColor: ink,
      pieTitleTextSize: '16px',
      pieSectionTextColor: ink,
      pieLegendTextColor: ink,
      pieStrokeColor: ground,
      pieOuterStrokeColor: line,
      pieOpacity: '1',
      sectionBkgColor: box,
      altSectionBkgColor: ground,
      sectionBkgColor2: box,
      taskBkgColor: fills.split(' ')[0],
      taskTextColor: ink,
      taskTextDarkColor: ink,
      taskTextLightColor: ink,
      taskTextOutsideColor: ink,
      taskBorderColor: line,
      activeTaskBkgColor: fills.split(' ')[1],
      gridColor: line,
      ...Object.fromEntries(scale),
    },
  }
}

let drawings = 0

async function drawMode(source: string, mode: Mode): Promise<SVGSVGElement> {
  mermaid.initialize(createConfig(mode))
  const { svg } = await mermaid.render(`diagram-${(drawings += 1)}`, source)
  const template = document.createElement('template')
  template.innerHTML = svg
  const element = template.content.querySelector('svg')
  if (!element) throw new Error('The diagram is empty.')
  // Interactive parts mean nothing in a picture.
  for (const part of element.querySelectorAll('script, a')) part.replaceWith(...part.childNodes)
  return element
}

/** The size of a drawing. A picture needs it in pixels, where the library writes per cent. */
function readSize(element: SVGSVGElement): { width: number; height: number } {
  const [, , width = 0, height = 0] = (element.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  return { width: Math.ceil(width), height: Math.ceil(height) }
}

function writePicture(element: SVGSVGElement, { width, height }: { width: number; height: number }): string {
  element.setAttribute('width', String(width))
  element.setAttribute('height', String(height))
  element.style.removeProperty('max-width')
  return new XMLSerializer().serializeToString(element)
}

async function draw(source: string): Promise<DrawnDiagram> {
  const light = await drawMode(source, 'light')
  const dark = await drawMode(source, 'dark')
  const size = readSize(light)
  return { light: writePicture(light, size), dark: writePicture(dark, size), ...size }
}

async function answer({ id, source }: DrawingRequest): Promise<DrawingAnswer> {
  try {
    return { id, diagram: await draw(source) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

// The library keeps its settings for all drawings, so they are made one after another.
let queue: Promise<unknown> = Promise.resolve()

addEventListener('message', ({ source, data }: MessageEvent<DrawingRequest>) => {
  if (source !== parent) return
  queue = queue.then(() => answer(data)).then((drawn) => parent.postMessage(drawn, '*'))
})

parent.postMessage('ready', '*')
