import { findAll, findOne, readSetting, saveSetting } from './dom.ts'

/** Light, dark, or what the system says. The choice is applied before anything is painted, by a line in the head. */
export function initThemeSwitch(): void {
  const root = document.documentElement
  const group = findOne('[data-theme-switch]', HTMLElement)
  if (!group) return
  const buttons = findAll('button', HTMLButtonElement, group)
  const show = (mode: string): void => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.value === mode))
  }
  const fallback = root.dataset['defaultTheme'] ?? 'system'
  show(readSetting('verso-theme') ?? fallback)
  group.hidden = false
  group.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button) return
    // On a small screen only the current one is shown, and pressing it goes on to the next.
    const order = buttons.map(({ value }) => value)
    const next =
      button.getAttribute('aria-pressed') === 'true'
        ? order[(order.indexOf(button.value) + 1) % order.length]
        : button.value
    const mode = next ?? 'system'
    saveSetting('verso-theme', mode)
    if (mode === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = mode
    show(mode)
    if (button.value !== mode) buttons.find(({ value }) => value === mode)?.focus()
  })
}
