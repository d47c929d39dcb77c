const MIN_SITE_TITLE_CHARACTERS = 2
export const MAX_SITE_TITLE_CHARACTERS = 128

/** Whether the API takes it for the name of a site. */
export const isSiteTitle = (title: string): boolean =>
  title.length >= MIN_SITE_TITLE_CHARACTERS && title.length <= MAX_SITE_TITLE_CHARACTERS
