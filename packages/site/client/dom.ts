/** The elements a selector finds, of the class they are expected to be of. */
export function findAll<Kind extends Element>(
  selector: string,
  kind: new () => Kind,
  root: ParentNode = document,
): Kind[] {
  return [...root.querySelectorAll(selector)].filter((element): element is Kind => element instanceof kind)
}

export function findOne<Kind extends Element>(
  selector: string,
  kind: new () => Kind,
  root: ParentNode = document,
): Kind | undefined {
  const found = root.querySelector(selector)
  return found instanceof kind ? found : undefined
}

/** What the browser keeps for this reader. It may refuse to, and then nothing is kept. */
export function readSetting(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function saveSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A reader who lets nothing be kept chooses again on the next page.
  }
}
