/** Finds all elements that match a selector and are instances of a class. */
export function findAll<ElementType extends Element>(
  selector: string,
  type: new () => ElementType,
  root: ParentNode = document,
): ElementType[] {
  return [...root.querySelectorAll(selector)].filter(
    (element): element is ElementType => element instanceof type,
  )
}

/** Finds the first element that matches a selector, if it is an instance of a class. */
export function findOne<ElementType extends Element>(
  selector: string,
  type: new () => ElementType,
  root: ParentNode = document,
): ElementType | undefined {
  const element = root.querySelector(selector)
  return element instanceof type ? element : undefined
}

/** Reads a setting of this reader from local storage, which browsers can refuse. */
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
    // Without local storage the setting lasts until the next page.
  }
}
