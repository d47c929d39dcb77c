/** Draws the diagrams of a page that the server could not draw. Only pages with such diagrams load this. */
import { DiagramDrawer, showDiagrams } from './diagram-drawer.ts'

await showDiagrams(document, new DiagramDrawer(new URL('diagrams/frame.html', import.meta.url).href))
