export const themes = ['system', 'light', 'dark'] as const
export const directions = ['ltr', 'rtl'] as const

/** How the page is looked at. It is in the address, so that a state can be linked to. */
export interface Look {
  theme: (typeof themes)[number]
  dir: (typeof directions)[number]
}

export function readLook(): Look {
  const params = new URLSearchParams(location.search)
  return {
    theme: themes.find((theme) => theme === params.get('theme')) ?? 'system',
    dir: directions.find((dir) => dir === params.get('dir')) ?? 'ltr',
  }
}

export function showLook({ theme, dir }: Look): void {
  const { documentElement } = document
  documentElement.dir = dir
  if (theme === 'system') delete documentElement.dataset['theme']
  else documentElement.dataset['theme'] = theme
}

export function writeLook({ theme, dir }: Look): void {
  const url = new URL(location.href)
  url.searchParams.set('theme', theme)
  url.searchParams.set('dir', dir)
  history.replaceState(history.state, '', url)
}
