import { createHash } from 'node:crypto'
import { type Customization, defaultCustomization } from '@verso/site'
import { type Claims, isPlainObject } from '../../audience/claims.ts'
import { isVisible } from '../../audience/conditions.ts'
import type { Draft } from '../../audience/repository.ts'
import type { SiteAddress } from '../../common/urls.ts'
import { locateSiteSpaces, getUrlSegment } from '../../common/site-addresses.ts'
import type { GitBranch } from './edit-link.ts'
import {
  type GroupNode,
  type LinkNode,
  type SectionNode,
  type SiteSpaceNode,
  type SiteVisibility,
  withoutDrafts,
} from '../sites/index.ts'

/**
 * Terminology
 *
 * - **site data**: what one statement reads about a site: its title, its customization, its structure, and the current
 *   revision of each of its spaces. A page depends only on it and on content that never changes, so its fingerprint is
 *   part of the cache key of a page.
 * - **location**: a site space of a site, with its section, as a URL names it.
 * - **base path**: the path that a visitor reaches a site at, with a slash at both ends.
 */
export interface PublishedSiteData extends SiteAddress {
  id: string
  organizationId: string
  title: string
  visibility: SiteVisibility
  agentsContext: 'included' | 'excluded'
  /** The websites that may show it in a frame. */
  embedOrigins: string[]
  logoUrl: string | null
  customization: object
  groups: GroupNode[]
  sections: SectionNode[]
  links: LinkNode[]
  siteSpaces: PublishedSiteSpace[]
}

export interface PublishedSiteSpace extends SiteSpaceNode {
  customization: object | null
  title: string
  emoji: string | null
  language: string | null
  revisionId: string
  /** The hash of the content, in hex. */
  root: string
  /** The repository it is synchronised with. */
  git: GitBranch | null
  /** The segments of a draft that follow its path while a preview shows a change request or a revision of it. */
  draft?: string
}

export interface SiteLocation {
  section: SectionNode | undefined
  siteSpace: PublishedSiteSpace
}

/** A site with its data parsed. Requests with the same data share one instance. */
export class PublishedSite {
  /** Without the parts that are drafts. */
  readonly data: PublishedSiteData
  /** The data as the statement returned it. */
  readonly json: string
  readonly fingerprint: string
  /** The conditions of its sections, its spaces and the links in its header. */
  readonly conditions: readonly string[]
  readonly #siteSpaces: ReadonlyMap<string | null, PublishedSiteSpace[]>

  constructor(text: string) {
    const data = parseData(text)
    this.data = { ...data, ...withoutDrafts(data) }
    this.json = text
    this.fingerprint = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    this.conditions = listConditions(this.data)
    const levels = new Map<string | null, PublishedSiteSpace[]>()
    for (const siteSpace of this.data.siteSpaces) {
      levels.set(siteSpace.sectionId, [...(levels.get(siteSpace.sectionId) ?? []), siteSpace])
    }
    this.#siteSpaces = levels
  }

  /** The site spaces of a section, or of the root, that a visitor sees. */
  listVariants(sectionId: string | null, claims: Claims): PublishedSiteSpace[] {
    return (this.#siteSpaces.get(sectionId) ?? []).filter(({ condition }) => isVisible(condition, claims))
  }

  /** The sections that a visitor sees. A section without a visible site space is not one of them. */
  listSections(claims: Claims): SectionNode[] {
    return this.data.sections.filter(
      ({ id, condition }) => isVisible(condition, claims) && this.listVariants(id, claims).length > 0,
    )
  }

  /** The links to elsewhere that a visitor sees. */
  listLinks(claims: Claims): LinkNode[] {
    return this.data.links.filter(({ condition }) => isVisible(condition, claims))
  }

  /** Every location that a visitor sees. */
  listLocations(claims: Claims): SiteLocation[] {
    if (this.data.sections.length === 0) {
      return this.listVariants(null, claims).map((siteSpace) => ({ section: undefined, siteSpace }))
    }
    return this.listSections(claims).flatMap((section) =>
      this.listVariants(section.id, claims).map((siteSpace) => ({ section, siteSpace })),
    )
  }

  /** The locations that the segments of a URL may name. Where the default is hidden, the first visible one is used. */
  locateSegments(segments: string[], claims: Claims): (SiteLocation & { rest: string[] })[] {
    const candidates =
      this.data.sections.length === 0
        ? locateSiteSpaces({ siteSpaces: withDefault(this.listVariants(null, claims)) }, segments)
        : locateSiteSpaces<PublishedSiteSpace, SectionNode & { siteSpaces: PublishedSiteSpace[] }>(
            {
              sections: withDefault(
                this.listSections(claims).map((section) =>
                  Object.assign({}, section, {
                    siteSpaces: withDefault(this.listVariants(section.id, claims)),
                  }),
                ),
              ),
            },
            segments,
          )
    return candidates.map(({ siteSpace, rest }) => {
      const section = this.data.sections.find(({ id }) => id === siteSpace.sectionId)
      return { section, siteSpace, rest }
    })
  }

  /** A copy of the site in which one space shows a draft. */
  withDraft(siteSpaceId: string, { revision, root }: Draft, draft: string): PublishedSite {
    const siteSpaces = this.data.siteSpaces.map((siteSpace) =>
      siteSpace.id === siteSpaceId ? { ...siteSpace, revisionId: revision, root, draft } : siteSpace,
    )
    return new PublishedSite(JSON.stringify({ ...this.data, siteSpaces }))
  }

  /**
   * A copy of the site that shows one space alone, with the content of a draft, whatever the conditions to see it are, and
   * where the site does not show it yet.
   */
  withOnlyDraft(spaceId: string, { revision, root }: Draft): PublishedSite {
    const data = parseData(this.json)
    const shown = { condition: null, isDraft: false }
    const siteSpaces = data.siteSpaces
      .filter((siteSpace) => siteSpace.spaceId === spaceId)
      .map((siteSpace) => Object.assign({}, siteSpace, { revisionId: revision, root, ...shown }))
    const sections = data.sections
      .filter(({ id }) => siteSpaces.some(({ sectionId }) => sectionId === id))
      .map((section) => Object.assign({}, section, { ...shown, groupId: null }))
    return new PublishedSite(JSON.stringify({ ...data, siteSpaces, sections }))
  }

  /**
   * A copy of the site with other settings in place of its own and of those of one site space. It is at the address that it
   * has without a proxy, where whoever previews it is.
   */
  withCustomization(
    customization: object | undefined,
    overrides: { siteSpaceId: string; customization: object } | undefined,
  ): PublishedSite {
    const siteSpaces = this.data.siteSpaces.map((siteSpace) =>
      siteSpace.id === overrides?.siteSpaceId
        ? { ...siteSpace, customization: overrides.customization }
        : siteSpace,
    )
    const changes = { siteSpaces, proxyOrigin: null, ...(customization && { customization }) }
    return new PublishedSite(JSON.stringify({ ...this.data, ...changes }))
  }

  /** The path of a location below that of the site: empty, or with a slash at the end. */
  buildPath({ section, siteSpace }: SiteLocation): string {
    return [section && getUrlSegment(section), getUrlSegment(siteSpace)]
      .map((segment) => (segment === undefined || segment === null ? '' : `${segment}/`))
      .join('')
  }

  /**
   * The customization of a location: its own settings over those of the site over the defaults. The interface is in
   * the language of the space unless a locale is set.
   */
  getCustomization(location?: SiteLocation): Customization {
    const language = location?.siteSpace.language ?? undefined
    const defaults =
      language === undefined
        ? defaultCustomization
        : merge(defaultCustomization, { internationalization: { locale: language } })
    const merged = merge(merge(defaults, this.data.customization), location?.siteSpace.customization ?? {})
    // The settings were checked when they were saved, and the defaults have every other one.
    return merged as Customization
  }
}

/** `PublishedPageRepository.findSite` builds the JSON in this shape. */
const parseData = (text: string): PublishedSiteData => JSON.parse(text) as PublishedSiteData

function listConditions({
  sections,
  links: externalLinks,
  siteSpaces,
  customization,
}: PublishedSiteData): string[] {
  const nodes = [...sections, ...externalLinks, ...siteSpaces].map(({ condition }) => condition)
  const customizations = [customization, ...siteSpaces.map((siteSpace) => siteSpace.customization)]
  const links = customizations.flatMap((one) => {
    const header = isPlainObject(one) ? one['header'] : undefined
    const headerLinks = isPlainObject(header) ? header['links'] : undefined
    return Array.isArray(headerLinks)
      ? headerLinks.map((link: unknown) => (isPlainObject(link) ? link['condition'] : undefined))
      : []
  })
  return [...new Set([...nodes, ...links])].filter((condition) => typeof condition === 'string')
}

const withDefault = <Node extends { isDefault: boolean }>(nodes: Node[]): Node[] =>
  nodes.some(({ isDefault }) => isDefault)
    ? nodes
    : nodes.map((node, index) => (index === 0 ? { ...node, isDefault: true } : node))

function merge(base: unknown, overrides: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(overrides)) return overrides ?? base
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(overrides)) merged[name] = merge(merged[name], value)
  return merged
}
