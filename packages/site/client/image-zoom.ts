/** Shows an image of the text as large as the window when it is clicked. */
export function initImageZoom(): void {
  document.addEventListener('click', (event) => {
    const image = event.target
    if (!(image instanceof HTMLImageElement) || !image.classList.contains('zoomable') || image.closest('a'))
      return
    const dialog = document.createElement('dialog')
    dialog.className = 'zoom'
    dialog.setAttribute('aria-label', image.alt)
    const copy = document.createElement('img')
    // The original, not the size that the page shows.
    copy.src = image.src
    copy.alt = image.alt
    dialog.append(copy)
    dialog.addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', () => dialog.remove())
    document.body.append(dialog)
    dialog.showModal()
  })
}
