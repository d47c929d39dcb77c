/** What a page gains with a script. Without it everything can still be read and reached. */
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

for (const start of [
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
  start()
}
