import { createHash } from 'node:crypto'
import { type Customization, defaultCustomization } from '@verso/site'
import type { SiteVisibility } from '../../access/subjects.ts'
import type { AudienceSite } from '../../audience/audience.ts'
import { type Claims, isPlainObject } from '../../audience/claims.ts'
import { isVisible } from '../../audience/conditions.ts'
import type { Draft } from '../../audience/drafts.ts'
import type { SiteAddress } from '../../common/urls.ts'
import { locate, segmentOf } from '../../common/site-addresses.ts'
import type { GitPlace } from './edit-link.ts'
import type { GroupNode, SectionNode, SiteSpaceNode } from '../sites/index.ts'

/**
 * Terminology
 *
 * - **facts**: what the database says of a site in one statement: what it is called, how it looks, what it shows, and
 *   the revision each of its spaces is at. Everything a page is made of follows from them and from content that never
 *   changes, so a page is kept by their fingerprint.
 * - **place**: a site space in a site, as an address names it.
 * - **base**: the path that a site is reached at by this visitor, with a slash at both ends.
 */
export interface SiteFacts extends SiteAddress {
  id: string
  organizationId: string
  title: string
  visibility: SiteVisibility
  agentsContext: 'included' | 'excluded'
  logoUrl: string | null
  customization: object
  groups: GroupNode[]
  sections: SectionNode[]
  siteSpaces: ShownSpace[]
}

export interface ShownSpace extends SiteSpaceNode {
  customization: object | null
  title: string
  emoji: string | null
  language: string | null
  revisionId: string
  /** The hash of the content, in hex. */
  root: string
  /** The repository it is synchronised with. */
  git: GitPlace | null
  /** What stands behind its path while a preview shows a change request or a revision of it. */
  draft?: string
}

/** A row that a decision about a visitor and a page for them are made from. */
export interface SiteRow extends AudienceSite {
  facts: string
}

export interface Place {
  section: SectionNode | undefined
  siteSpace: ShownSpace
}

/** A site as one process knows it: made once for the same facts. */
export class PublishedSite {
  readonly facts: SiteFacts
  /** The same as they came. */
  readonly text: string
  readonly fingerprint: string
  readonly #siteSpaces: ReadonlyMap<string | null, ShownSpace[]>

  constructor(text: string) {
    // What our own statement built.
    this.facts = JSON.parse(text) as SiteFacts
    this.text = text
    this.fingerprint = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    const levels = new Map<string | null, ShownSpace[]>()
    for (const siteSpace of this.facts.siteSpaces) {
      levels.set(siteSpace.sectionId, [...(levels.get(siteSpace.sectionId) ?? []), siteSpace])
    }
    this.#siteSpaces = levels
  }

  /** The site spaces of a section, or of the root, that a visitor sees. */
  variants(sectionId: string | null, claims: Claims): ShownSpace[] {
    return (this.#siteSpaces.get(sectionId) ?? []).filter(({ condition }) => isVisible(condition, claims))
  }

  /** The sections that a visitor sees: those with something in them for that visitor. */
  sections(claims: Claims): SectionNode[] {
    return this.facts.sections.filter(
      ({ id, condition }) => isVisible(condition, claims) && this.variants(id, claims).length > 0,
    )
  }

  /** Every place that a visitor may go to. */
  places(claims: Claims): Place[] {
    if (this.facts.sections.length === 0) {
      return this.variants(null, claims).map((siteSpace) => ({ section: undefined, siteSpace }))
    }
    return this.sections(claims).flatMap((section) =>
      this.variants(section.id, claims).map((siteSpace) => ({ section, siteSpace })),
    )
  }

  /** Where the segments of an address may lead for a visitor. Where the default is not for them, the first that is. */
  locate(segments: string[], claims: Claims): (Place & { rest: string[] })[] {
    const found =
      this.facts.sections.length === 0
        ? locate({ siteSpaces: withDefault(this.variants(null, claims)) }, segments)
        : locate<ShownSpace, SectionNode & { siteSpaces: ShownSpace[] }>(
            {
              sections: withDefault(
                this.sections(claims).map((section) =>
                  Object.assign({}, section, { siteSpaces: withDefault(this.variants(section.id, claims)) }),
                ),
              ),
            },
            segments,
          )
    return found.map(({ siteSpace, rest }) => {
      const section = this.facts.sections.find(({ id }) => id === siteSpace.sectionId)
      return { section, siteSpace, rest }
    })
  }

  /** The same site, with a draft in the place of what a space shows. */
  withDraft(siteSpaceId: string, { revision, root }: Draft, draft: string): PublishedSite {
    const siteSpaces = this.facts.siteSpaces.map((siteSpace) =>
      siteSpace.id === siteSpaceId ? { ...siteSpace, revisionId: revision, root, draft } : siteSpace,
    )
    return new PublishedSite(JSON.stringify({ ...this.facts, siteSpaces }))
  }

  /** The path of a place below the site's own; empty, or with a slash at its end. */
  pathOf({ section, siteSpace }: Place): string {
    return [section && segmentOf(section), segmentOf(siteSpace)]
      .map((segment) => (segment === undefined || segment === null ? '' : `${segment}/`))
      .join('')
  }

  /**
   * How a place looks: what was set for it, over what was set for the site, over the defaults. The words around a
   * space are of the space's own language unless another was chosen.
   */
  customization(place?: Place): Customization {
    const language = place?.siteSpace.language ?? undefined
    const spoken =
      language === undefined
        ? defaultCustomization
        : merge(defaultCustomization, { internationalization: { locale: language } })
    const merged = merge(merge(spoken, this.facts.customization), place?.siteSpace.customization ?? {})
    // The service checked what was set, and the defaults have the rest.
    return merged as Customization
  }
}

const withDefault = <Node extends { isDefault: boolean }>(nodes: Node[]): Node[] =>
  nodes.some(({ isDefault }) => isDefault)
    ? nodes
    : nodes.map((node, index) => (index === 0 ? { ...node, isDefault: true } : node))

function merge(base: unknown, over: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(over)) return over ?? base
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(over)) merged[name] = merge(merged[name], value)
  return merged
}
