import { findAll, findOne, readSetting, saveSetting } from './dom.ts'

/** Starts the switch between light, dark and system. A script in the head applies the choice before the first paint. */
export function initThemeSwitch(): void {
  const root = document.documentElement
  const group = findOne('[data-theme-switch]', HTMLElement)
  if (!group) return
  const buttons = findAll('button', HTMLButtonElement, group)
  const showMode = (mode: string): void => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.value === mode))
  }
  const fallback = root.dataset['defaultTheme'] ?? 'system'
  showMode(readSetting('verso-theme') ?? fallback)
  group.hidden = false
  group.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (!button) return
    // Small screens show only the current button. Pressing it selects the next mode.
    const modes = buttons.map(({ value }) => value)
    const nextMode =
      button.getAttribute('aria-pressed') === 'true'
        ? modes[(modes.indexOf(button.value) + 1) % modes.length]
        : button.value
    const mode = nextMode ?? 'system'
    saveSetting('verso-theme', mode)
    if (mode === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = mode
    showMode(mode)
    if (button.value !== mode) buttons.find(({ value }) => value === mode)?.focus()
  })
}
