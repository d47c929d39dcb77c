const KEY = 'verso-organization'

/** The organization that was open last in this browser. */
export function readLastOrganization(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

export function storeLastOrganization(id: string): void {
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // A browser that stores nothing begins with the first organization.
  }
}
