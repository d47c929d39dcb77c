/** A picture in the text is shown as large as the window on a click. */
export function initImageZoom(): void {
  document.addEventListener('click', (event) => {
    const picture = event.target
    if (
      !(picture instanceof HTMLImageElement) ||
      !picture.classList.contains('zoomable') ||
      picture.closest('a')
    )
      return
    const dialog = document.createElement('dialog')
    dialog.className = 'zoom'
    dialog.setAttribute('aria-label', picture.alt)
    const copy = document.createElement('img')
    copy.src = picture.currentSrc
    copy.alt = picture.alt
    dialog.append(copy)
    dialog.addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', () => dialog.remove())
    document.body.append(dialog)
    dialog.showModal()
  })
}
