import { findAll, readSetting, saveSetting } from './dom.ts'

const tabKey = 'verso-tab'
const readTabTitle = (input: HTMLInputElement): string => input.labels?.[0]?.textContent?.trim() ?? ''

/** Tabs of one title switch together, here and on the next page; a link into a panel opens it. */
export function initTabs(): void {
  const inputs = findAll('.tabs > input', HTMLInputElement)
  const choose = (title: string, except?: HTMLInputElement): void => {
    for (const input of inputs) if (input !== except && readTabTitle(input) === title) input.checked = true
  }
  const kept = readSetting(tabKey)
  if (kept !== undefined && kept !== '') choose(kept)
  for (const input of inputs) {
    input.addEventListener('change', () => {
      const before = input.getBoundingClientRect().top
      choose(readTabTitle(input), input)
      saveSetting(tabKey, readTabTitle(input))
      // Panels above may have changed their height; what was pressed stays where it is.
      scrollBy(0, input.getBoundingClientRect().top - before)
    })
  }
  addEventListener('hashchange', revealHashTarget)
  if (location.hash !== '') revealHashTarget()
}

/** Opens what is around the place that the address names. */
function revealHashTarget(): void {
  const target = location.hash.length > 1 ? document.getElementById(decodeHash(location.hash.slice(1))) : null
  for (let around = target?.parentElement; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
    const input = around.classList.contains('tab-panel')
      ? around.previousElementSibling?.previousElementSibling
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
