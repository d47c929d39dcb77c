/**
 * In a frame of another website, links that leave the site open in a tab of their own: most websites refuse to be shown in a
 * frame. Only sites that other websites may show load this.
 */
if (window.top !== window) {
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : undefined
      if (link && link.origin !== location.origin) {
        link.target = '_blank'
        link.rel = 'noopener'
      }
    },
    { capture: true },
  )
}
