import { all, remember, remembered } from './dom.ts'

const KEY = 'verso-tab'
const titleOf = (input: HTMLInputElement): string => input.labels?.[0]?.textContent?.trim() ?? ''

/** Tabs of one title switch together, here and on the next page; a link into a panel opens it. */
export function tabs(): void {
  const inputs = all('.tabs > input', HTMLInputElement)
  const choose = (title: string, except?: HTMLInputElement): void => {
    for (const input of inputs) if (input !== except && titleOf(input) === title) input.checked = true
  }
  const kept = remembered(KEY)
  if (kept !== undefined && kept !== '') choose(kept)
  for (const input of inputs) {
    input.addEventListener('change', () => {
      const before = input.getBoundingClientRect().top
      choose(titleOf(input), input)
      remember(KEY, titleOf(input))
      // Panels above may have changed their height; what was pressed stays where it is.
      scrollBy(0, input.getBoundingClientRect().top - before)
    })
  }
  addEventListener('hashchange', reveal)
  if (location.hash !== '') reveal()
}

/** Opens what is around the place that the address names. */
function reveal(): void {
  const target = location.hash.length > 1 ? document.getElementById(decoded(location.hash.slice(1))) : null
  for (let around = target?.parentElement; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
    const input = around.classList.contains('tab-panel')
      ? around.previousElementSibling?.previousElementSibling
      : null
    if (input instanceof HTMLInputElement) input.checked = true
  }
  target?.scrollIntoView()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
