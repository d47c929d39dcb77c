import { findOne, readSetting, saveSetting } from './dom.ts'

/** Lets readers dismiss the announcement. It stays hidden until its message changes. */
export function initAnnouncement(): void {
  const bar = findOne('[data-announcement]', HTMLElement)
  const button = bar && findOne('[data-dismiss]', HTMLButtonElement, bar)
  if (!bar || !button) return
  const message = bar.querySelector('span')?.textContent ?? ''
  if (readSetting('verso-announcement') === message) bar.hidden = true
  button.hidden = false
  button.addEventListener('click', () => {
    saveSetting('verso-announcement', message)
    bar.hidden = true
  })
}
