/**
 * Every setting of a customization, with the kind of its control, its default and its choices. `path` is that of the API's
 * schema: a test holds both to each other, so that no setting is without its control.
 */
export type LookControl = {
  path: string
  default?: unknown
  /** Choosing the default is something else than choosing nothing. */
  isDefaultKept?: boolean
} & (
  | { kind: 'text'; maxCharacters: number; isMultiline?: boolean }
  | { kind: 'url' }
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'switch' }
  /** A colour for each theme. The ground is what text in it stands on. */
  | { kind: 'color'; isOptional?: boolean }
  | { kind: 'tint' }
  | { kind: 'font'; values: readonly string[] }
  /** A picture for each theme. */
  | { kind: 'pictures' }
  | { kind: 'favicon' }
  | { kind: 'header-links' }
  | { kind: 'footer-groups' }
  | { kind: 'announcement' }
)

export interface LookGroup {
  id:
    | 'theme'
    | 'colors'
    | 'type'
    | 'shape'
    | 'header'
    | 'footer'
    | 'announcement'
    | 'page'
    | 'readers'
    | 'machines'
  controls: readonly LookControl[]
}

const colors = (light: string, dark: string) => ({ light, dark })

export const fonts = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const

const monospaceFonts = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const

export const lookGroups: readonly LookGroup[] = [
  {
    id: 'theme',
    controls: [
      { path: 'title', kind: 'text', maxCharacters: 128 },
      {
        path: 'styling.theme',
        kind: 'choice',
        values: ['clean', 'muted', 'bold', 'gradient'],
        default: 'clean',
      },
      { path: 'themes.default', kind: 'choice', values: ['light', 'dark', 'system'], default: 'light' },
      { path: 'themes.toggeable', kind: 'switch', default: true },
    ],
  },
  {
    id: 'colors',
    controls: [
      { path: 'styling.primaryColor', kind: 'color', default: colors('#4f46e5', '#818cf8') },
      { path: 'styling.tint', kind: 'tint' },
      { path: 'styling.infoColor', kind: 'color', default: colors('#2563eb', '#60a5fa') },
      { path: 'styling.successColor', kind: 'color', default: colors('#15803d', '#4ade80') },
      { path: 'styling.warningColor', kind: 'color', default: colors('#b45309', '#fbbf24') },
      { path: 'styling.dangerColor', kind: 'color', default: colors('#dc2626', '#f87171') },
    ],
  },
  {
    id: 'type',
    controls: [
      { path: 'styling.font', kind: 'font', values: fonts, default: 'Inter' },
      { path: 'styling.monospaceFont', kind: 'font', values: monospaceFonts, default: 'JetBrainsMono' },
      { path: 'styling.links', kind: 'choice', values: ['default', 'accent'], default: 'default' },
      {
        path: 'styling.icons',
        kind: 'choice',
        values: ['regular', 'solid', 'duotone', 'light', 'thin'],
        default: 'regular',
      },
    ],
  },
  {
    id: 'shape',
    controls: [
      {
        path: 'styling.corners',
        kind: 'choice',
        values: ['straight', 'rounded', 'circular'],
        default: 'rounded',
      },
      { path: 'styling.depth', kind: 'choice', values: ['subtle', 'flat'], default: 'subtle' },
      { path: 'styling.background', kind: 'choice', values: ['plain', 'match'], default: 'plain' },
      {
        path: 'styling.sidebar.background',
        kind: 'choice',
        values: ['default', 'filled'],
        default: 'default',
      },
      {
        path: 'styling.sidebar.list',
        kind: 'choice',
        values: ['default', 'pill', 'line'],
        default: 'default',
      },
      { path: 'styling.search', kind: 'choice', values: ['prominent', 'subtle'], default: 'prominent' },
    ],
  },
  {
    id: 'header',
    controls: [
      { path: 'favicon', kind: 'favicon', default: {} },
      { path: 'header.logo', kind: 'pictures' },
      {
        path: 'header.preset',
        kind: 'choice',
        values: ['default', 'bold', 'contrast', 'custom', 'none'],
        default: 'default',
      },
      { path: 'header.backgroundColor', kind: 'color', isOptional: true },
      { path: 'header.linkColor', kind: 'color', isOptional: true },
      { path: 'header.links', kind: 'header-links', default: [] },
    ],
  },
  {
    id: 'footer',
    controls: [
      { path: 'footer.logo', kind: 'pictures' },
      { path: 'footer.groups', kind: 'footer-groups', default: [] },
      { path: 'footer.copyright', kind: 'text', maxCharacters: 300 },
      { path: 'privacyPolicy.url', kind: 'url' },
      { path: 'trademark.enabled', kind: 'switch', default: true },
    ],
  },
  {
    id: 'announcement',
    controls: [
      {
        path: 'announcement',
        kind: 'announcement',
        default: { enabled: false, message: 'Announcement', style: 'info' },
      },
    ],
  },
  {
    id: 'page',
    controls: [
      { path: 'pagination.enabled', kind: 'switch', default: true },
      { path: 'pdf.enabled', kind: 'switch', default: true },
      { path: 'feedback.enabled', kind: 'switch', default: false },
      { path: 'git.showEditLink', kind: 'switch', default: false },
      { path: 'externalLinks.target', kind: 'choice', values: ['self', 'blank'], default: 'self' },
    ],
  },
  {
    id: 'readers',
    controls: [
      {
        path: 'internationalization.locale',
        kind: 'choice',
        values: ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'],
        default: 'en',
        // Without a choice, a space with a language of its own uses that language.
        isDefaultKept: true,
      },
      { path: 'insights.trackingCookie', kind: 'switch', default: false },
      { path: 'socialPreview.url', kind: 'url' },
    ],
  },
  {
    id: 'machines',
    controls: [
      { path: 'pageActions.markdown', kind: 'switch', default: true },
      { path: 'pageActions.mcp', kind: 'switch', default: true },
      { path: 'pageActions.externalAI', kind: 'switch', default: false },
      { path: 'ai.mode', kind: 'choice', values: ['none', 'search', 'assistant'], default: 'none' },
      { path: 'advancedCustomization.enabled', kind: 'switch', default: true },
    ],
  },
]

export const lookControls: readonly LookControl[] = lookGroups.flatMap(({ controls }) => controls)
