import { one, remember, remembered } from './dom.ts'

/** An announcement that was put away stays away, until there is another. */
export function announcements(): void {
  const bar = one('[data-announcement]', HTMLElement)
  const button = bar && one('[data-dismiss]', HTMLButtonElement, bar)
  if (!bar || !button) return
  const message = bar.querySelector('span')?.textContent ?? ''
  if (remembered('verso-announcement') === message) bar.hidden = true
  button.hidden = false
  button.addEventListener('click', () => {
    remember('verso-announcement', message)
    bar.hidden = true
  })
}
