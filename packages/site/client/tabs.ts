import { findAll, readSetting, saveSetting } from './dom.ts'

const tabKey = 'verso-tab'
const readTabTitle = (input: HTMLInputElement): string => input.labels?.[0]?.textContent?.trim() ?? ''

/** Switches tabs with the same title together, here and on the next page. A link into a panel opens the panel. */
export function initTabs(): void {
  const inputs = findAll('.tabs > input', HTMLInputElement)
  const selectTabs = (title: string, except?: HTMLInputElement): void => {
    for (const input of inputs) if (input !== except && readTabTitle(input) === title) input.checked = true
  }
  const savedTitle = readSetting(tabKey)
  if (savedTitle !== undefined && savedTitle !== '') selectTabs(savedTitle)
  for (const input of inputs) {
    input.addEventListener('change', () => {
      const topBefore = input.getBoundingClientRect().top
      selectTabs(readTabTitle(input), input)
      saveSetting(tabKey, readTabTitle(input))
      // Panels above can change their height. The page scrolls so that the tab stays under the pointer.
      scrollBy(0, input.getBoundingClientRect().top - topBefore)
    })
  }
  addEventListener('hashchange', revealHashTarget)
  if (location.hash !== '') revealHashTarget()
}

/** Opens the panels and details around the element that the URL's hash names. */
function revealHashTarget(): void {
  const target = location.hash.length > 1 ? document.getElementById(decodeHash(location.hash.slice(1))) : null
  for (let ancestor = target?.parentElement; ancestor; ancestor = ancestor.parentElement) {
    if (ancestor instanceof HTMLDetailsElement) ancestor.open = true
    const input = ancestor.classList.contains('tab-panel')
      ? ancestor.previousElementSibling?.previousElementSibling
      : null
    if (input instanceof HTMLInputElement) input.checked = true
  }
  target?.scrollIntoView()
}

function decodeHash(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
