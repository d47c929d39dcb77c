import { type TObject, type TSchema, Type } from 'typebox'
import { IdSchema, WebUrlSchema } from '../../../http/schemas.ts'
import { SiteTitle } from '../sites/schema.ts'

/**
 * The settings of a site's customization. A leaf is replaced as a whole. A setting without a value has its default, or
 * for a site space the value of its site.
 */
const oneOf = (...values: string[]) => Type.Enum(values, { type: 'string' })

const Color = Type.String({ pattern: '^#(?:[0-9a-fA-F]{3}){1,2}$' })
const ThemedColor = Type.Object({ light: Color, dark: Color })
const ThemedUrl = Type.Object({ light: WebUrlSchema, dark: WebUrlSchema })
const enabled = { enabled: Type.Boolean() }

/** A URL that a link may have. No other schemes: a browser would run a `javascript:` URL. */
const LinkUrl = Type.String({
  maxLength: 2048,
  pattern: '^([hH][tT][tT][pP][sS]?://|mailto:|tel:|#|/(?!/))[^\\u0000-\\u0020]*$',
})

const ContentRef = Type.Union([
  Type.Object({ kind: Type.Literal('url'), url: LinkUrl }),
  Type.Object({ kind: Type.Literal('file'), file: IdSchema, space: Type.Optional(IdSchema) }),
  Type.Object({ kind: Type.Literal('page'), page: IdSchema, space: Type.Optional(IdSchema) }),
  Type.Object({
    kind: Type.Literal('anchor'),
    anchor: Type.String({ maxLength: 512 }),
    page: Type.Optional(IdSchema),
    space: Type.Optional(IdSchema),
  }),
  Type.Object({ kind: Type.Literal('user'), user: IdSchema }),
  Type.Object({ kind: Type.Literal('collection'), collection: IdSchema }),
  Type.Object({ kind: Type.Literal('space'), space: IdSchema }),
  Type.Object({
    kind: Type.Literal('reusable-content'),
    reusableContent: IdSchema,
    space: Type.Optional(IdSchema),
  }),
  Type.Object({ kind: Type.Literal('openapi'), spec: IdSchema }),
])

const MAX_MENUS = 50
const MAX_LINKS = 50
const MAX_GROUPS = 20
const LinkTitle = Type.String({ maxLength: 64 })
const ContentLink = Type.Object({ title: LinkTitle, to: ContentRef })
const ContentLinks = Type.Array(ContentLink, { maxItems: MAX_LINKS })

const HeaderItem = Type.Object({
  title: LinkTitle,
  style: Type.Optional(oneOf('link', 'button-primary', 'button-secondary')),
  to: Type.Union([ContentRef, Type.Null()]),
  links: ContentLinks,
  condition: Type.Optional(Type.String({ maxLength: 1024 })),
})

/** A name that needs no escaping in a style sheet. */
export const FontFamily = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^[A-Za-z0-9][A-Za-z0-9 _-]*$',
})
export const FontWeight = Type.Integer({ minimum: 1, maximum: 1000 })
const CustomFont = Type.Object({
  id: IdSchema,
  custom: Type.Boolean(),
  fontFamily: FontFamily,
  fontFaces: Type.Array(
    Type.Object({
      weight: FontWeight,
      sources: Type.Array(Type.Object({ url: WebUrlSchema, format: Type.Optional(oneOf('woff2', 'woff')) }), {
        minItems: 1,
        maxItems: 10,
      }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
})

// prettier-ignore
const fonts = oneOf(
  'ABCFavorit', 'Inter', 'Roboto', 'RobotoSlab', 'OpenSans', 'SourceSansPro', 'Lato', 'Ubuntu', 'Raleway',
  'Merriweather', 'Overpass', 'NotoSans', 'IBMPlexSerif', 'Poppins', 'FiraSans',
)
// prettier-ignore
const monospaceFonts = oneOf(
  'FiraCode', 'IBMPlexMono', 'JetBrainsMono', 'SourceCodePro', 'RobotoMono', 'SpaceMono', 'DMMono', 'Inconsolata',
)

/** A group contains settings and groups; everything else is a leaf. */
interface SettingGroup {
  readonly [name: string]: TSchema | SettingGroup
}

const settings: SettingGroup = {
  title: SiteTitle,
  styling: {
    theme: oneOf('clean', 'muted', 'bold', 'gradient'),
    primaryColor: ThemedColor,
    tint: Type.Object({ color: ThemedColor }),
    infoColor: ThemedColor,
    successColor: ThemedColor,
    warningColor: ThemedColor,
    dangerColor: ThemedColor,
    corners: oneOf('straight', 'rounded', 'circular'),
    depth: oneOf('subtle', 'flat'),
    links: oneOf('default', 'accent'),
    font: Type.Union([fonts, CustomFont]),
    monospaceFont: Type.Union([monospaceFonts, CustomFont]),
    background: oneOf('plain', 'match'),
    icons: oneOf('regular', 'solid', 'duotone', 'light', 'thin'),
    sidebar: { background: oneOf('default', 'filled'), list: oneOf('default', 'pill', 'line') },
    search: oneOf('prominent', 'subtle'),
  },
  internationalization: { locale: oneOf('en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru') },
  favicon: Type.Union([
    Type.Object({ icon: ThemedUrl }),
    Type.Object({ emoji: Type.String({ minLength: 1, maxLength: 50 }) }),
    Type.Object({}, { additionalProperties: false }),
  ]),
  header: {
    preset: oneOf('default', 'bold', 'contrast', 'custom', 'none'),
    logo: ThemedUrl,
    backgroundColor: ThemedColor,
    linkColor: ThemedColor,
    links: Type.Array(HeaderItem, { maxItems: MAX_MENUS }),
  },
  footer: {
    logo: ThemedUrl,
    groups: Type.Array(Type.Object({ title: LinkTitle, links: ContentLinks }), { maxItems: MAX_GROUPS }),
    copyright: Type.String({ maxLength: 300 }),
  },
  announcement: Type.Object({
    enabled: Type.Boolean(),
    message: Type.String({ minLength: 2, maxLength: 128 }),
    link: Type.Optional(ContentLink),
    style: oneOf('info', 'warning', 'danger', 'success'),
  }),
  themes: { default: oneOf('light', 'dark', 'system'), toggeable: Type.Boolean() },
  pdf: enabled,
  feedback: enabled,
  ai: { mode: oneOf('none', 'search', 'assistant') },
  advancedCustomization: enabled,
  git: { showEditLink: Type.Boolean() },
  pageActions: {
    externalAI: Type.Boolean(),
    markdown: Type.Boolean(),
    mcp: Type.Boolean(),
    items: Type.Array(oneOf('assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'), {
      maxItems: 6,
      uniqueItems: true,
    }),
  },
  externalLinks: { target: oneOf('self', 'blank') },
  pagination: enabled,
  trademark: enabled,
  privacyPolicy: { url: WebUrlSchema },
  socialPreview: { url: WebUrlSchema },
  insights: { trackingCookie: Type.Boolean() },
}

const isLeaf = (part: TSchema | SettingGroup): part is TSchema =>
  '~kind' in part || 'type' in part || 'anyOf' in part

/** A schema in which everything is optional and every leaf is mapped. */
const buildPartialSchema = (group: SettingGroup, mapLeaf: (schema: TSchema) => TSchema): TObject =>
  Type.Object(
    Object.fromEntries(
      Object.entries(group).map(([name, part]) => [
        name,
        Type.Optional(isLeaf(part) ? mapLeaf(part) : buildPartialSchema(part, mapLeaf)),
      ]),
    ),
  )

/** Some of the settings. */
export interface CustomizationInput {
  [name: string]: unknown
}

export const CustomizationInput = Type.Unsafe<CustomizationInput>(
  buildPartialSchema(settings, (schema) => schema),
)

export const CustomizationOverrides = Type.Unsafe<CustomizationInput>(
  buildPartialSchema(settings, (schema) => Type.Union([schema, Type.Null()])),
)

/** All settings, each with its value or its default. */
export interface Customization {
  [name: string]: unknown
}

export const Customization = Type.Unsafe<Customization>({
  type: 'object',
  additionalProperties: true,
  'x-name': 'SiteCustomizationSettings',
})

export const UnmaskedQuery = Type.Object({ unmasked: Type.Optional(Type.Boolean()) })

/** Whether the name at this path is a group of settings rather than a setting. */
export function isSettingGroup(path: string[]): boolean {
  let part: TSchema | SettingGroup | undefined = settings
  for (const name of path) {
    if (part === undefined || isLeaf(part)) return false
    part = Object.hasOwn(part, name) ? part[name] : undefined
  }
  return part !== undefined && !isLeaf(part)
}
