import { findAll } from './dom.ts'

const findOpenMenus = () => findAll('details.menu[open]', HTMLDetailsElement)

/** Closes menus on Escape and on a click elsewhere. They are `details` elements, which browsers open without a script. */
export function initMenus(): void {
  document.addEventListener('click', (event) => {
    const target = event.target
    for (const menu of findOpenMenus())
      if (!(target instanceof Node) || !menu.contains(target)) menu.open = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of findOpenMenus()) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
}
