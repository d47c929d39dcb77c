/** What a page gains with a script. Without it everything can still be read and reached. */
import { announcements } from './announcements.ts'
import { copying } from './copying.ts'
import { menus } from './menus.ts'
import { outline } from './outline.ts'
import { prefetching } from './prefetching.ts'
import { search } from './search.ts'
import { sidebar } from './sidebar.ts'
import { tables } from './tables.ts'
import { tabs } from './tabs.ts'
import { theme } from './theme.ts'
import { zoom } from './zoom.ts'

for (const start of [
  theme,
  search,
  menus,
  sidebar,
  tabs,
  outline,
  copying,
  announcements,
  tables,
  zoom,
  prefetching,
]) {
  start()
}
