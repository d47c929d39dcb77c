import type { ContentRef } from '@verso/markdown'

export type IconStyle = 'regular' | 'solid' | 'duotone' | 'light' | 'thin'

export interface ThemedColor {
  light: string
  dark: string
}
export interface ThemedUrl {
  light: string
  dark: string
}
export interface FontDefinition {
  id: string
  fontFamily: string
  fontFaces: { weight: number; sources: { url: string; format?: string }[] }[]
}
export type Font = string | FontDefinition

export interface ContentLink {
  title: string
  to: ContentRef
}
export interface HeaderItem {
  title: string
  style?: 'link' | 'button-primary' | 'button-secondary'
  to?: ContentRef | null
  links: ContentLink[]
  condition?: string
}

/** The customization of a site, as in the API. Some settings have two fields, for older and newer clients. */
export interface Customization {
  title?: string
  styling: {
    theme: 'clean' | 'muted' | 'bold' | 'gradient'
    primaryColor: ThemedColor
    tint?: { color: ThemedColor }
    infoColor: ThemedColor
    successColor: ThemedColor
    warningColor: ThemedColor
    dangerColor: ThemedColor
    corners: 'straight' | 'rounded' | 'circular'
    depth: 'subtle' | 'flat'
    links: 'default' | 'accent'
    font: Font
    headingFont?: Font | null
    monospaceFont: Font
    background?: 'plain' | 'match'
    icons: IconStyle
    codeTheme?: { default: ThemedUrl; openapi: ThemedUrl }
    sidebar: { background: 'default' | 'filled'; list: 'default' | 'pill' | 'line' }
    search: 'prominent' | 'subtle'
  }
  internationalization: { locale: string }
  favicon: { icon?: ThemedUrl; emoji?: string }
  header: {
    preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none'
    logo?: ThemedUrl
    primaryLink?: ContentRef
    backgroundColor?: ThemedColor
    linkColor?: ThemedColor
    links: HeaderItem[]
  }
  footer: { logo?: ThemedUrl; groups: { title: string; links: ContentLink[] }[]; copyright?: string }
  announcement?: {
    enabled: boolean
    message: string
    link?: ContentLink
    style: 'info' | 'warning' | 'danger' | 'success'
  }
  themes: { default: 'light' | 'dark' | 'system'; toggeable: boolean }
  pdf?: { enabled: boolean }
  feedback: { enabled: boolean }
  ai: { mode: string }
  advancedCustomization: { enabled: boolean }
  git?: { showEditLink: boolean }
  pageActions: {
    externalAI?: boolean
    markdown?: boolean
    mcp?: boolean
    items?: string[]
  }
  externalLinks: { target: string }
  pagination: { enabled: boolean }
  trademark: { enabled: boolean }
  privacyPolicy: { url?: string }
  socialPreview: { url?: string }
  socialAccounts?: { platform: string; handle: string; display: { footer: boolean; header: boolean } }[]
  insights: { trackingCookie: boolean }
}

const createThemedValue = (light: string, dark = light): ThemedColor => ({ light, dark })

/** The customization of a site whose owner changed nothing. */
export const defaultCustomization: Customization = {
  styling: {
    theme: 'clean',
    primaryColor: createThemedValue('#4f46e5', '#818cf8'),
    infoColor: createThemedValue('#2563eb', '#60a5fa'),
    successColor: createThemedValue('#15803d', '#4ade80'),
    warningColor: createThemedValue('#b45309', '#fbbf24'),
    dangerColor: createThemedValue('#dc2626', '#f87171'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'JetBrainsMono',
    background: 'plain',
    icons: 'regular',
    codeTheme: {
      default: createThemedValue('default-light', 'default-dark'),
      openapi: createThemedValue('default-light', 'default-dark'),
    },
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  announcement: { enabled: false, message: 'Announcement', style: 'info' },
  // Older clients of the API know only `light` and `dark`, so `system` is not the default.
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  // All customization is available to everyone; there are no paid plans.
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true, mcp: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  // Verso does not track visitors.
  insights: { trackingCookie: false },
}
