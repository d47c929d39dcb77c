// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'
import type { SiteCustomizationSettings, SiteLookPreview } from './types.ts'

/** Change some settings of how a site looks. */
export const changeSiteCustomization = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      title?: string | null
      styling?: {
        theme?: 'clean' | 'muted' | 'bold' | 'gradient' | null
        primaryColor?: { light: string; dark: string } | null
        tint?: { color: { light: string; dark: string } } | null
        infoColor?: { light: string; dark: string } | null
        successColor?: { light: string; dark: string } | null
        warningColor?: { light: string; dark: string } | null
        dangerColor?: { light: string; dark: string } | null
        corners?: 'straight' | 'rounded' | 'circular' | null
        depth?: 'subtle' | 'flat' | null
        links?: 'default' | 'accent' | null
        font?:
          | 'ABCFavorit'
          | 'Inter'
          | 'Roboto'
          | 'RobotoSlab'
          | 'OpenSans'
          | 'SourceSansPro'
          | 'Lato'
          | 'Ubuntu'
          | 'Raleway'
          | 'Merriweather'
          | 'Overpass'
          | 'NotoSans'
          | 'IBMPlexSerif'
          | 'Poppins'
          | 'FiraSans'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
          | null
        monospaceFont?:
          | 'FiraCode'
          | 'IBMPlexMono'
          | 'JetBrainsMono'
          | 'SourceCodePro'
          | 'RobotoMono'
          | 'SpaceMono'
          | 'DMMono'
          | 'Inconsolata'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
          | null
        background?: 'plain' | 'match' | null
        icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin' | null
        sidebar?: { background?: 'default' | 'filled' | null; list?: 'default' | 'pill' | 'line' | null }
        search?: 'prominent' | 'subtle' | null
      }
      internationalization?: {
        locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' | null
      }
      favicon?: { icon: { light: string; dark: string } } | { emoji: string } | Record<string, unknown> | null
      header?: {
        preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none' | null
        logo?: { light: string; dark: string } | null
        backgroundColor?: { light: string; dark: string } | null
        linkColor?: { light: string; dark: string } | null
        links?: Array<{
          title: string
          style?: 'link' | 'button-primary' | 'button-secondary'
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
            | null
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
          condition?: string
        }> | null
      }
      footer?: {
        logo?: { light: string; dark: string } | null
        groups?: Array<{
          title: string
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
        }> | null
        copyright?: string | null
      }
      announcement?: {
        enabled: boolean
        message: string
        link?: {
          title: string
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
        }
        style: 'info' | 'warning' | 'danger' | 'success'
      } | null
      themes?: { default?: 'light' | 'dark' | 'system' | null; toggeable?: boolean | null }
      pdf?: { enabled?: boolean | null }
      feedback?: { enabled?: boolean | null }
      ai?: { mode?: 'none' | 'search' | 'assistant' | null }
      advancedCustomization?: { enabled?: boolean | null }
      git?: { showEditLink?: boolean | null }
      pageActions?: {
        externalAI?: boolean | null
        markdown?: boolean | null
        mcp?: boolean | null
        items?: Array<'assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf'> | null
      }
      externalLinks?: { target?: 'self' | 'blank' | null }
      pagination?: { enabled?: boolean | null }
      trademark?: { enabled?: boolean | null }
      privacyPolicy?: { url?: string | null }
      socialPreview?: { url?: string | null }
      insights?: { trackingCookie?: boolean | null }
    }
  },
  SiteCustomizationSettings
>('changeSiteCustomization', 'PATCH', '/orgs/{organizationId}/sites/{siteId}/customization')

/** Let a site space look as its site does. */
export const deleteSiteSpaceCustomizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSpaceId: string },
  undefined
>(
  'deleteSiteSpaceCustomizationById',
  'DELETE',
  '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
)

/** Get how a site looks. */
export const getSiteCustomizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; query?: { unmasked?: boolean | undefined } },
  SiteCustomizationSettings
>('getSiteCustomizationById', 'GET', '/orgs/{organizationId}/sites/{siteId}/customization')

/** Get how a site space looks. */
export const getSiteSpaceCustomizationById = /* @__PURE__ */ defineOperation<
  { organizationId: string; siteId: string; siteSpaceId: string; query?: { unmasked?: boolean | undefined } },
  SiteCustomizationSettings
>(
  'getSiteSpaceCustomizationById',
  'GET',
  '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
)

/** Set how a site space looks where it differs from its site. */
export const overrideSiteSpaceCustomizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    siteSpaceId: string
    body: {
      title?: string | null
      styling?: {
        theme?: 'clean' | 'muted' | 'bold' | 'gradient' | null
        primaryColor?: { light: string; dark: string } | null
        tint?: { color: { light: string; dark: string } } | null
        infoColor?: { light: string; dark: string } | null
        successColor?: { light: string; dark: string } | null
        warningColor?: { light: string; dark: string } | null
        dangerColor?: { light: string; dark: string } | null
        corners?: 'straight' | 'rounded' | 'circular' | null
        depth?: 'subtle' | 'flat' | null
        links?: 'default' | 'accent' | null
        font?:
          | 'ABCFavorit'
          | 'Inter'
          | 'Roboto'
          | 'RobotoSlab'
          | 'OpenSans'
          | 'SourceSansPro'
          | 'Lato'
          | 'Ubuntu'
          | 'Raleway'
          | 'Merriweather'
          | 'Overpass'
          | 'NotoSans'
          | 'IBMPlexSerif'
          | 'Poppins'
          | 'FiraSans'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
          | null
        monospaceFont?:
          | 'FiraCode'
          | 'IBMPlexMono'
          | 'JetBrainsMono'
          | 'SourceCodePro'
          | 'RobotoMono'
          | 'SpaceMono'
          | 'DMMono'
          | 'Inconsolata'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
          | null
        background?: 'plain' | 'match' | null
        icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin' | null
        sidebar?: { background?: 'default' | 'filled' | null; list?: 'default' | 'pill' | 'line' | null }
        search?: 'prominent' | 'subtle' | null
      }
      internationalization?: {
        locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' | null
      }
      favicon?: { icon: { light: string; dark: string } } | { emoji: string } | Record<string, unknown> | null
      header?: {
        preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none' | null
        logo?: { light: string; dark: string } | null
        backgroundColor?: { light: string; dark: string } | null
        linkColor?: { light: string; dark: string } | null
        links?: Array<{
          title: string
          style?: 'link' | 'button-primary' | 'button-secondary'
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
            | null
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
          condition?: string
        }> | null
      }
      footer?: {
        logo?: { light: string; dark: string } | null
        groups?: Array<{
          title: string
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
        }> | null
        copyright?: string | null
      }
      announcement?: {
        enabled: boolean
        message: string
        link?: {
          title: string
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
        }
        style: 'info' | 'warning' | 'danger' | 'success'
      } | null
      themes?: { default?: 'light' | 'dark' | 'system' | null; toggeable?: boolean | null }
      pdf?: { enabled?: boolean | null }
      feedback?: { enabled?: boolean | null }
      ai?: { mode?: 'none' | 'search' | 'assistant' | null }
      advancedCustomization?: { enabled?: boolean | null }
      git?: { showEditLink?: boolean | null }
      pageActions?: {
        externalAI?: boolean | null
        markdown?: boolean | null
        mcp?: boolean | null
        items?: Array<'assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf'> | null
      }
      externalLinks?: { target?: 'self' | 'blank' | null }
      pagination?: { enabled?: boolean | null }
      trademark?: { enabled?: boolean | null }
      privacyPolicy?: { url?: string | null }
      socialPreview?: { url?: string | null }
      insights?: { trackingCookie?: boolean | null }
    }
  },
  SiteCustomizationSettings
>(
  'overrideSiteSpaceCustomizationById',
  'PATCH',
  '/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization',
)

/** Preview a page of a site with settings that are not saved. */
export const previewSiteCustomization = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      customization?: {
        title?: string | null
        styling?: {
          theme?: 'clean' | 'muted' | 'bold' | 'gradient' | null
          primaryColor?: { light: string; dark: string } | null
          tint?: { color: { light: string; dark: string } } | null
          infoColor?: { light: string; dark: string } | null
          successColor?: { light: string; dark: string } | null
          warningColor?: { light: string; dark: string } | null
          dangerColor?: { light: string; dark: string } | null
          corners?: 'straight' | 'rounded' | 'circular' | null
          depth?: 'subtle' | 'flat' | null
          links?: 'default' | 'accent' | null
          font?:
            | 'ABCFavorit'
            | 'Inter'
            | 'Roboto'
            | 'RobotoSlab'
            | 'OpenSans'
            | 'SourceSansPro'
            | 'Lato'
            | 'Ubuntu'
            | 'Raleway'
            | 'Merriweather'
            | 'Overpass'
            | 'NotoSans'
            | 'IBMPlexSerif'
            | 'Poppins'
            | 'FiraSans'
            | {
                id: string
                custom: boolean
                fontFamily: string
                fontFaces: Array<{
                  weight: number
                  sources: Array<{ url: string; format?: 'woff2' | 'woff' }>
                }>
              }
            | null
          monospaceFont?:
            | 'FiraCode'
            | 'IBMPlexMono'
            | 'JetBrainsMono'
            | 'SourceCodePro'
            | 'RobotoMono'
            | 'SpaceMono'
            | 'DMMono'
            | 'Inconsolata'
            | {
                id: string
                custom: boolean
                fontFamily: string
                fontFaces: Array<{
                  weight: number
                  sources: Array<{ url: string; format?: 'woff2' | 'woff' }>
                }>
              }
            | null
          background?: 'plain' | 'match' | null
          icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin' | null
          sidebar?: { background?: 'default' | 'filled' | null; list?: 'default' | 'pill' | 'line' | null }
          search?: 'prominent' | 'subtle' | null
        }
        internationalization?: {
          locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' | null
        }
        favicon?:
          | { icon: { light: string; dark: string } }
          | { emoji: string }
          | Record<string, unknown>
          | null
        header?: {
          preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none' | null
          logo?: { light: string; dark: string } | null
          backgroundColor?: { light: string; dark: string } | null
          linkColor?: { light: string; dark: string } | null
          links?: Array<{
            title: string
            style?: 'link' | 'button-primary' | 'button-secondary'
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
              | null
            links: Array<{
              title: string
              to:
                | { kind: 'url'; url: string }
                | { kind: 'file'; file: string; space?: string }
                | { kind: 'page'; page: string; space?: string }
                | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                | { kind: 'user'; user: string }
                | { kind: 'collection'; collection: string }
                | { kind: 'space'; space: string }
                | { kind: 'reusable-content'; reusableContent: string; space?: string }
                | { kind: 'openapi'; spec: string }
            }>
            condition?: string
          }> | null
        }
        footer?: {
          logo?: { light: string; dark: string } | null
          groups?: Array<{
            title: string
            links: Array<{
              title: string
              to:
                | { kind: 'url'; url: string }
                | { kind: 'file'; file: string; space?: string }
                | { kind: 'page'; page: string; space?: string }
                | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                | { kind: 'user'; user: string }
                | { kind: 'collection'; collection: string }
                | { kind: 'space'; space: string }
                | { kind: 'reusable-content'; reusableContent: string; space?: string }
                | { kind: 'openapi'; spec: string }
            }>
          }> | null
          copyright?: string | null
        }
        announcement?: {
          enabled: boolean
          message: string
          link?: {
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }
          style: 'info' | 'warning' | 'danger' | 'success'
        } | null
        themes?: { default?: 'light' | 'dark' | 'system' | null; toggeable?: boolean | null }
        pdf?: { enabled?: boolean | null }
        feedback?: { enabled?: boolean | null }
        ai?: { mode?: 'none' | 'search' | 'assistant' | null }
        advancedCustomization?: { enabled?: boolean | null }
        git?: { showEditLink?: boolean | null }
        pageActions?: {
          externalAI?: boolean | null
          markdown?: boolean | null
          mcp?: boolean | null
          items?: Array<'assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf'> | null
        }
        externalLinks?: { target?: 'self' | 'blank' | null }
        pagination?: { enabled?: boolean | null }
        trademark?: { enabled?: boolean | null }
        privacyPolicy?: { url?: string | null }
        socialPreview?: { url?: string | null }
        insights?: { trackingCookie?: boolean | null }
      }
      overrides?: {
        siteSpace: string
        customization: {
          title?: string | null
          styling?: {
            theme?: 'clean' | 'muted' | 'bold' | 'gradient' | null
            primaryColor?: { light: string; dark: string } | null
            tint?: { color: { light: string; dark: string } } | null
            infoColor?: { light: string; dark: string } | null
            successColor?: { light: string; dark: string } | null
            warningColor?: { light: string; dark: string } | null
            dangerColor?: { light: string; dark: string } | null
            corners?: 'straight' | 'rounded' | 'circular' | null
            depth?: 'subtle' | 'flat' | null
            links?: 'default' | 'accent' | null
            font?:
              | 'ABCFavorit'
              | 'Inter'
              | 'Roboto'
              | 'RobotoSlab'
              | 'OpenSans'
              | 'SourceSansPro'
              | 'Lato'
              | 'Ubuntu'
              | 'Raleway'
              | 'Merriweather'
              | 'Overpass'
              | 'NotoSans'
              | 'IBMPlexSerif'
              | 'Poppins'
              | 'FiraSans'
              | {
                  id: string
                  custom: boolean
                  fontFamily: string
                  fontFaces: Array<{
                    weight: number
                    sources: Array<{ url: string; format?: 'woff2' | 'woff' }>
                  }>
                }
              | null
            monospaceFont?:
              | 'FiraCode'
              | 'IBMPlexMono'
              | 'JetBrainsMono'
              | 'SourceCodePro'
              | 'RobotoMono'
              | 'SpaceMono'
              | 'DMMono'
              | 'Inconsolata'
              | {
                  id: string
                  custom: boolean
                  fontFamily: string
                  fontFaces: Array<{
                    weight: number
                    sources: Array<{ url: string; format?: 'woff2' | 'woff' }>
                  }>
                }
              | null
            background?: 'plain' | 'match' | null
            icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin' | null
            sidebar?: { background?: 'default' | 'filled' | null; list?: 'default' | 'pill' | 'line' | null }
            search?: 'prominent' | 'subtle' | null
          }
          internationalization?: {
            locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru' | null
          }
          favicon?:
            | { icon: { light: string; dark: string } }
            | { emoji: string }
            | Record<string, unknown>
            | null
          header?: {
            preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none' | null
            logo?: { light: string; dark: string } | null
            backgroundColor?: { light: string; dark: string } | null
            linkColor?: { light: string; dark: string } | null
            links?: Array<{
              title: string
              style?: 'link' | 'button-primary' | 'button-secondary'
              to:
                | { kind: 'url'; url: string }
                | { kind: 'file'; file: string; space?: string }
                | { kind: 'page'; page: string; space?: string }
                | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                | { kind: 'user'; user: string }
                | { kind: 'collection'; collection: string }
                | { kind: 'space'; space: string }
                | { kind: 'reusable-content'; reusableContent: string; space?: string }
                | { kind: 'openapi'; spec: string }
                | null
              links: Array<{
                title: string
                to:
                  | { kind: 'url'; url: string }
                  | { kind: 'file'; file: string; space?: string }
                  | { kind: 'page'; page: string; space?: string }
                  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                  | { kind: 'user'; user: string }
                  | { kind: 'collection'; collection: string }
                  | { kind: 'space'; space: string }
                  | { kind: 'reusable-content'; reusableContent: string; space?: string }
                  | { kind: 'openapi'; spec: string }
              }>
              condition?: string
            }> | null
          }
          footer?: {
            logo?: { light: string; dark: string } | null
            groups?: Array<{
              title: string
              links: Array<{
                title: string
                to:
                  | { kind: 'url'; url: string }
                  | { kind: 'file'; file: string; space?: string }
                  | { kind: 'page'; page: string; space?: string }
                  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                  | { kind: 'user'; user: string }
                  | { kind: 'collection'; collection: string }
                  | { kind: 'space'; space: string }
                  | { kind: 'reusable-content'; reusableContent: string; space?: string }
                  | { kind: 'openapi'; spec: string }
              }>
            }> | null
            copyright?: string | null
          }
          announcement?: {
            enabled: boolean
            message: string
            link?: {
              title: string
              to:
                | { kind: 'url'; url: string }
                | { kind: 'file'; file: string; space?: string }
                | { kind: 'page'; page: string; space?: string }
                | { kind: 'anchor'; anchor: string; page?: string; space?: string }
                | { kind: 'user'; user: string }
                | { kind: 'collection'; collection: string }
                | { kind: 'space'; space: string }
                | { kind: 'reusable-content'; reusableContent: string; space?: string }
                | { kind: 'openapi'; spec: string }
            }
            style: 'info' | 'warning' | 'danger' | 'success'
          } | null
          themes?: { default?: 'light' | 'dark' | 'system' | null; toggeable?: boolean | null }
          pdf?: { enabled?: boolean | null }
          feedback?: { enabled?: boolean | null }
          ai?: { mode?: 'none' | 'search' | 'assistant' | null }
          advancedCustomization?: { enabled?: boolean | null }
          git?: { showEditLink?: boolean | null }
          pageActions?: {
            externalAI?: boolean | null
            markdown?: boolean | null
            mcp?: boolean | null
            items?: Array<'assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf'> | null
          }
          externalLinks?: { target?: 'self' | 'blank' | null }
          pagination?: { enabled?: boolean | null }
          trademark?: { enabled?: boolean | null }
          privacyPolicy?: { url?: string | null }
          socialPreview?: { url?: string | null }
          insights?: { trackingCookie?: boolean | null }
        }
      }
      path?: string
      claims?: Record<string, unknown>
    }
  },
  SiteLookPreview
>('previewSiteCustomization', 'POST', '/orgs/{organizationId}/sites/{siteId}/customization/preview')

/** Set how a site looks. */
export const updateSiteCustomizationById = /* @__PURE__ */ defineOperation<
  {
    organizationId: string
    siteId: string
    body: {
      title?: string
      styling?: {
        theme?: 'clean' | 'muted' | 'bold' | 'gradient'
        primaryColor?: { light: string; dark: string }
        tint?: { color: { light: string; dark: string } }
        infoColor?: { light: string; dark: string }
        successColor?: { light: string; dark: string }
        warningColor?: { light: string; dark: string }
        dangerColor?: { light: string; dark: string }
        corners?: 'straight' | 'rounded' | 'circular'
        depth?: 'subtle' | 'flat'
        links?: 'default' | 'accent'
        font?:
          | 'ABCFavorit'
          | 'Inter'
          | 'Roboto'
          | 'RobotoSlab'
          | 'OpenSans'
          | 'SourceSansPro'
          | 'Lato'
          | 'Ubuntu'
          | 'Raleway'
          | 'Merriweather'
          | 'Overpass'
          | 'NotoSans'
          | 'IBMPlexSerif'
          | 'Poppins'
          | 'FiraSans'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
        monospaceFont?:
          | 'FiraCode'
          | 'IBMPlexMono'
          | 'JetBrainsMono'
          | 'SourceCodePro'
          | 'RobotoMono'
          | 'SpaceMono'
          | 'DMMono'
          | 'Inconsolata'
          | {
              id: string
              custom: boolean
              fontFamily: string
              fontFaces: Array<{ weight: number; sources: Array<{ url: string; format?: 'woff2' | 'woff' }> }>
            }
        background?: 'plain' | 'match'
        icons?: 'regular' | 'solid' | 'duotone' | 'light' | 'thin'
        sidebar?: { background?: 'default' | 'filled'; list?: 'default' | 'pill' | 'line' }
        search?: 'prominent' | 'subtle'
      }
      internationalization?: {
        locale?: 'en' | 'fr' | 'es' | 'zh' | 'ja' | 'de' | 'nl' | 'no' | 'pt-br' | 'ru'
      }
      favicon?: { icon: { light: string; dark: string } } | { emoji: string } | Record<string, unknown>
      header?: {
        preset?: 'default' | 'bold' | 'contrast' | 'custom' | 'none'
        logo?: { light: string; dark: string }
        backgroundColor?: { light: string; dark: string }
        linkColor?: { light: string; dark: string }
        links?: Array<{
          title: string
          style?: 'link' | 'button-primary' | 'button-secondary'
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
            | null
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
          condition?: string
        }>
      }
      footer?: {
        logo?: { light: string; dark: string }
        groups?: Array<{
          title: string
          links: Array<{
            title: string
            to:
              | { kind: 'url'; url: string }
              | { kind: 'file'; file: string; space?: string }
              | { kind: 'page'; page: string; space?: string }
              | { kind: 'anchor'; anchor: string; page?: string; space?: string }
              | { kind: 'user'; user: string }
              | { kind: 'collection'; collection: string }
              | { kind: 'space'; space: string }
              | { kind: 'reusable-content'; reusableContent: string; space?: string }
              | { kind: 'openapi'; spec: string }
          }>
        }>
        copyright?: string
      }
      announcement?: {
        enabled: boolean
        message: string
        link?: {
          title: string
          to:
            | { kind: 'url'; url: string }
            | { kind: 'file'; file: string; space?: string }
            | { kind: 'page'; page: string; space?: string }
            | { kind: 'anchor'; anchor: string; page?: string; space?: string }
            | { kind: 'user'; user: string }
            | { kind: 'collection'; collection: string }
            | { kind: 'space'; space: string }
            | { kind: 'reusable-content'; reusableContent: string; space?: string }
            | { kind: 'openapi'; spec: string }
        }
        style: 'info' | 'warning' | 'danger' | 'success'
      }
      themes?: { default?: 'light' | 'dark' | 'system'; toggeable?: boolean }
      pdf?: { enabled?: boolean }
      feedback?: { enabled?: boolean }
      ai?: { mode?: 'none' | 'search' | 'assistant' }
      advancedCustomization?: { enabled?: boolean }
      git?: { showEditLink?: boolean }
      pageActions?: {
        externalAI?: boolean
        markdown?: boolean
        mcp?: boolean
        items?: Array<'assistant' | 'external-ai' | 'markdown' | 'mcp' | 'git' | 'pdf'>
      }
      externalLinks?: { target?: 'self' | 'blank' }
      pagination?: { enabled?: boolean }
      trademark?: { enabled?: boolean }
      privacyPolicy?: { url?: string }
      socialPreview?: { url?: string }
      insights?: { trackingCookie?: boolean }
    }
  },
  SiteCustomizationSettings
>('updateSiteCustomizationById', 'PUT', '/orgs/{organizationId}/sites/{siteId}/customization')
