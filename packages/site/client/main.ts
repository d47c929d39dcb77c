/** Starts the script of a page. Without it, readers can still read and reach everything. */
import { initAnnouncement } from './announcement.ts'
import { initCopyButtons } from './copy-buttons.ts'
import { initMenus } from './menus.ts'
import { initOutline } from './outline.ts'
import { initPrefetch } from './prefetch.ts'
import { initSearch } from './search.ts'
import { initSidebar } from './sidebar.ts'
import { initTableSearch } from './table-search.ts'
import { initTabs } from './tabs.ts'
import { initThemeSwitch } from './theme-switch.ts'
import { initImageZoom } from './image-zoom.ts'

for (const init of [
  initThemeSwitch,
  initSearch,
  initMenus,
  initSidebar,
  initTabs,
  initOutline,
  initCopyButtons,
  initAnnouncement,
  initTableSearch,
  initImageZoom,
  initPrefetch,
]) {
  init()
}
