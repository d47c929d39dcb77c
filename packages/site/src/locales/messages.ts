/** The texts of the interface. Texts that authors write are never here. */
export interface Messages {
  search: string
  searchPlaceholder: string
  searchEmpty: string
  searchClosest: string
  /** Pages are still being indexed. */
  searchIncomplete: string
  searchResults: string
  searchHint: string
  close: string
  menu: string
  theme: string
  themeLight: string
  themeDark: string
  themeSystem: string
  onThisPage: string
  previous: string
  next: string
  copy: string
  copied: string
  copyLink: string
  copyMarkdown: string
  viewMarkdown: string
  editOnGit: string
  downloadPdf: string
  openIn: string
  connectMcp: string
  lastUpdated: string
  poweredBy: string
  notFoundTitle: string
  notFoundText: string
  backHome: string
  skipToContent: string
  missingImage: string
  missingFile: string
  missingPage: string
  diagram: string
  diagramSource: string
  /** The button that loads the player of an embedded page. */
  showPlayer: string
  /** Followed by a host name. */
  loadsFrom: string
  formula: string
  linkToSection: string
  done: string
  notDone: string
  details: string
  tab: string
  code: string
  showAll: string
  showLess: string
  table: string
  feed: string
  breadcrumbs: string
  pages: string
  sections: string
  more: string
  variants: string
  dismiss: string
  privacy: string
  expand: string
  signInTitle: string
  signInText: string
  linkTitle: string
  linkText: string
  emptyTitle: string
  emptyText: string
  actions: string
  updates: string
  external: string
  api: {
    test: string
    send: string
    token: string
    userName: string
    password: string
    headers: string
    unreachable: string
    cutOff: string
    parameters: string
    path: string
    query: string
    header: string
    cookie: string
    body: string
    response: string
    responses: string
    required: string
    optional: string
    deprecated: string
    readOnly: string
    writeOnly: string
    default: string
    example: string
    examples: string
    possible: string
    schema: string
    request: string
    authentication: string
    anyOf: string
    oneOf: string
    allOf: string
    properties: string
    items: string
    nullable: string
    missingSpec: string
    noContent: string
    webhook: string
    models: string
    server: string
    min: string
    max: string
    pattern: string
    format: string
  }
}

export interface Locale extends Messages {
  /** A language tag for `lang` and `Intl`. */
  language: string
  /** The name of the language, in that language. */
  name: string
}
