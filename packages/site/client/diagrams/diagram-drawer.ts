/** A diagram as two pictures: SVG for the light and for the dark mode. */
export interface DrawnDiagram {
  light: string
  dark: string
  width: number
  height: number
}

/** What a page sends to the frame, and what the frame answers. */
export interface DrawingRequest {
  id: number
  source: string
}
export type DrawingAnswer = { id: number; diagram: DrawnDiagram } | { id: number; error: string }

/** The same limit as on the server: nobody could read a larger diagram, and laying it out takes minutes. */
const MAX_SOURCE_CHARACTERS = 20_000
const LOADING_TIMEOUT_MS = 60_000

/**
 * Draws Mermaid diagrams in a frame that has no rights: no origin, no cookies, no network but its own scripts. What comes
 * back is shown as a picture, in which no script runs, so nothing that the library lets through can reach the page.
 */
export class DiagramDrawer {
  readonly #frameUrl: string
  readonly #requests = new Map<number, PromiseWithResolvers<DrawnDiagram>>()
  #frame: Promise<Window> | undefined
  #lastId = 0

  constructor(frameUrl: string) {
    this.#frameUrl = frameUrl
  }

  /** Rejects with the library's message for a source with an error. */
  async draw(source: string): Promise<DrawnDiagram> {
    if (source.length > MAX_SOURCE_CHARACTERS) throw new Error('The diagram is too large.')
    const frame = await (this.#frame ??= this.#openFrame().catch((error: unknown) => {
      // The next diagram tries again: the network may be back by then.
      this.#frame = undefined
      throw error
    }))
    const request: DrawingRequest = { id: (this.#lastId += 1), source }
    const answer = Promise.withResolvers<DrawnDiagram>()
    this.#requests.set(request.id, answer)
    // The frame has no origin that could be named.
    frame.postMessage(request, '*')
    return answer.promise
  }

  async #openFrame(): Promise<Window> {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.setAttribute('aria-hidden', 'true')
    frame.tabIndex = -1
    // Texts are measured while a diagram is laid out, so the frame is not `display: none`. Some kinds are as wide as the
    // frame, which is as wide as a page's text.
    Object.assign(frame.style, {
      position: 'fixed',
      insetInlineStart: '0',
      top: '0',
      width: '620px',
      height: '800px',
      border: '0',
      visibility: 'hidden',
      pointerEvents: 'none',
    })
    const isReady = Promise.withResolvers<Window>()
    const timer = setTimeout(
      () => isReady.reject(new Error('The diagrams cannot be drawn now.')),
      LOADING_TIMEOUT_MS,
    )
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      const target = frame.contentWindow
      if (!target || source !== target) return
      if (data === 'ready') isReady.resolve(target)
      else this.#settle(data)
    }
    addEventListener('message', listen)
    frame.src = this.#frameUrl
    document.body.append(frame)
    try {
      return await isReady.promise
    } catch (error) {
      removeEventListener('message', listen)
      frame.remove()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  #settle(data: unknown): void {
    if (!isAnswer(data)) return
    const request = this.#requests.get(data.id)
    this.#requests.delete(data.id)
    if ('error' in data) request?.reject(new Error(data.error))
    else request?.resolve(data.diagram)
  }
}

/** The frame draws what authors wrote, so its answers are read as if a stranger had sent them. */
function isAnswer(data: unknown): data is DrawingAnswer {
  if (!isRecord(data) || typeof data['id'] !== 'number') return false
  const { diagram } = data
  if (!isRecord(diagram)) return typeof data['error'] === 'string'
  return (
    typeof diagram['light'] === 'string' &&
    typeof diagram['dark'] === 'string' &&
    isSide(diagram['width']) &&
    isSide(diagram['height'])
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isSide = (value: unknown): boolean => typeof value === 'number' && value > 0 && value <= 20_000

/** Two pictures of a diagram, of which the style sheet shows one. */
export function createPictures(
  { light, dark, width, height }: DrawnDiagram,
  alt: string,
): HTMLImageElement[] {
  return [
    { svg: light, mode: 'only-light' },
    { svg: dark, mode: 'only-dark' },
  ].map(({ svg, mode }) => {
    const picture = document.createElement('img')
    picture.className = `zoomable ${mode}`
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
    picture.alt = alt
    picture.width = width
    picture.height = height
    return picture
  })
}

/** Draws the diagrams of a content that were not drawn on the server. One with an error stays its source. */
export async function showDiagrams(root: ParentNode, drawer: DiagramDrawer): Promise<void> {
  for (const figure of root.querySelectorAll<HTMLElement>('figure[data-diagram]')) {
    const place = figure.querySelector<HTMLElement>('.diagram-picture')
    const source = figure.querySelector<HTMLDetailsElement>('.diagram-source')
    const code = source?.querySelector('code')?.textContent
    if (!place || !source || code === undefined) continue
    delete figure.dataset['diagram']
    try {
      place.replaceChildren(
        ...createPictures(await drawer.draw(code), place.getAttribute('aria-label') ?? ''),
      )
      place.hidden = false
      source.open = false
    } catch {
      // Its source is shown, which says what it says.
    }
  }
}
