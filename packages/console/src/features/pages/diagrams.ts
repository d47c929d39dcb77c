import type { DiagramDrawer } from '@verso/site/diagram-drawer'

const loadDrawing = () => import('@verso/site/diagram-drawer')

let drawer: DiagramDrawer | undefined

async function openDrawer(): Promise<DiagramDrawer> {
  const { DiagramDrawer: Drawer } = await loadDrawing()
  return (drawer ??= new Drawer('/app/diagrams/frame.html'))
}

/** Draws the diagrams of a page that the server could not draw. */
export async function showPageDiagrams(root: ShadowRoot): Promise<void> {
  if (!root.querySelector('figure[data-diagram]')) return
  const { showDiagrams } = await loadDrawing()
  await showDiagrams(root, await openDrawer())
}

/** Draws a diagram that is being written, as a picture for each mode. Rejects where its source has an error. */
export async function drawDiagram(source: string, alt: string): Promise<HTMLElement[]> {
  const { createPictures } = await loadDrawing()
  const drawing = await openDrawer()
  return createPictures(await drawing.draw(source), alt)
}
