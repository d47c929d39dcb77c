/** What a page gains with a script. Without it everything can still be read and reached. */
import { initAnnouncement } from './announcements.ts'
import { initCopyButtons } from './copying.ts'
import { initMenus } from './menus.ts'
import { initOutline } from './outline.ts'
import { initPrefetch } from './prefetching.ts'
import { initSearch } from './search.ts'
import { initSidebar } from './sidebar.ts'
import { initTableSearch } from './tables.ts'
import { initTabs } from './tabs.ts'
import { initThemeSwitch } from './theme.ts'
import { initImageZoom } from './zoom.ts'

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
