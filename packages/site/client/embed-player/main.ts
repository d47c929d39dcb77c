/**
 * Shows players of videos and designs when a reader asks for one: nothing is loaded from their hosts before. Only pages with
 * such embeds load this.
 */
import { findAll } from '../dom.ts'

interface Player {
  src: string
  title: string
  width?: number
  height?: number
}

async function loadPlayer(url: string): Promise<Player> {
  const response = await fetch(`${location.pathname}?player=${encodeURIComponent(url)}`)
  if (!response.ok) throw new Error(response.statusText)
  // Our own server wrote it.
  return (await response.json()) as Player
}

function createFrame({ src, title, width, height }: Player): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture; clipboard-write'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation allow-forms')
  if (width !== undefined && height !== undefined) frame.style.aspectRatio = `${width} / ${height}`
  else if (height !== undefined) frame.style.height = `${height}px`
  frame.src = src
  return frame
}

async function showPlayer(button: HTMLButtonElement): Promise<void> {
  button.disabled = true
  try {
    const frame = createFrame(await loadPlayer(button.dataset['player'] ?? ''))
    button.replaceWith(frame)
    frame.focus()
  } catch {
    // Without its player, the page itself is where the link beside the button leads.
    button.remove()
  }
}

for (const button of findAll('button[data-player]', HTMLButtonElement)) {
  button.hidden = false
  button.addEventListener('click', () => void showPlayer(button))
}
