import { findOne } from './dom.ts'

const scrollKey = 'verso-sidebar'

/** Keeps the scroll position of the sidebar from page to page, and scrolls to the current page if it is out of sight. */
export function initSidebar(): void {
  const sidebar = findOne('.sidebar', HTMLElement)
  if (!sidebar) return
  const current = findOne('[aria-current="page"]', HTMLElement, sidebar)
  let savedPosition: string | null = null
  try {
    savedPosition = sessionStorage.getItem(scrollKey)
  } catch {
    // Browsers can refuse session storage. The code below still scrolls to the current page.
  }
  if (savedPosition !== null) sidebar.scrollTop = Number(savedPosition)
  if (current) {
    const currentBox = current.getBoundingClientRect()
    const sidebarBox = sidebar.getBoundingClientRect()
    if (currentBox.top < sidebarBox.top || currentBox.bottom > sidebarBox.bottom)
      sidebar.scrollTop += currentBox.top - sidebarBox.top - sidebarBox.height / 3
  }
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(scrollKey, String(sidebar.scrollTop))
    } catch {
      // Browsers can refuse session storage. The position is then lost.
    }
  })
}
