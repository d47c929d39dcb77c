import { newId } from '../../../common/ids.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../../../database/database.ts'
import type { GroupNode, LinkNode, SectionNode, SiteSpaceNode, StructureNodes } from './structure-nodes.ts'
import type { Structure } from './structure.ts'

type NodeCollection = keyof StructureNodes
type StructureNode = GroupNode | SectionNode | LinkNode | SiteSpaceNode

/** The old path of a section or site space that was moved. */
export interface MovedAddress {
  source: string
  sectionId: string | null
  siteSpaceId: string | null
}

/** A space, or everything in a collection. */
export type SiteContent = { spaceId: string } | { collectionId: string }

export class StructureRepository {
  async lockSite(tx: Transaction, id: string): Promise<boolean> {
    return (await tx.execute(sql`select id from sites where id = ${id} for no key update`)) > 0
  }

  async loadNodes(on: Queryable, siteId: string): Promise<StructureNodes> {
    const nodes = await on.row<StructureNodes>(sql`
      select
        (
          select coalesce(json_agg(each), '[]') from (
            select id, parent_id as "parentId", title, icon, is_draft as "isDraft", localized_title as "localizedTitle", rank
            from site_section_groups where site_id = ${siteId}
          ) as each
        ) as groups,
        (
          select coalesce(json_agg(each), '[]') from (
            select id, group_id as "groupId", title, description, icon, path, condition, is_default as "isDefault",
              is_draft as "isDraft", localized_title as "localizedTitle",
              localized_description as "localizedDescription", rank
            from site_sections where site_id = ${siteId}
          ) as each
        ) as sections,
        (
          select coalesce(json_agg(each), '[]') from (
            select id, group_id as "groupId", title, description, icon, url, condition, is_draft as "isDraft",
              localized_title as "localizedTitle", localized_description as "localizedDescription", rank
            from site_external_links where site_id = ${siteId}
          ) as each
        ) as links,
        (
          select coalesce(json_agg(each), '[]') from (
            select id, section_id as "sectionId", space_id as "spaceId", path, condition, is_default as "isDefault",
              is_draft as "isDraft", is_hidden as "isHidden", localized_title as "localizedTitle", rank
            from site_spaces where site_id = ${siteId}
          ) as each
        ) as "siteSpaces"`)
    if (!nodes) throw new Error('select returned no row')
    return nodes
  }

  /**
   * Writes the rows that differ. The order matters: no row refers to one that is missing, and no default or path is
   * there twice in between.
   */
  async saveChanges(
    tx: Transaction,
    site: { id: string; organizationId: string },
    before: StructureNodes,
    after: Structure,
    now: Date,
  ): Promise<void> {
    const groups = diffNodes(before.groups, after.groups)
    const sections = diffNodes(before.sections, after.sections)
    const links = diffNodes(before.links, after.links)
    const siteSpaces = diffNodes(before.siteSpaces, after.siteSpaces)
    await this.#clearDefaults(tx, 'sections', [...listIds(sections.changedNodes), ...sections.removedIds])
    await this.#clearDefaults(tx, 'siteSpaces', listIds(siteSpaces.changedNodes))
    await this.#delete(tx, 'siteSpaces', siteSpaces.removedIds)
    await this.#clearPaths(tx, 'sections', before.sections, sections.changedNodes)
    await this.#clearPaths(tx, 'siteSpaces', before.siteSpaces, siteSpaces.changedNodes)
    await this.#writeGroups(tx, site.id, groups.changedNodes, now)
    await this.#writeSections(tx, site.id, sections.changedNodes, now)
    await this.#writeLinks(tx, site.id, links.changedNodes, now)
    await this.#writeSiteSpaces(tx, site, siteSpaces.changedNodes, now)
    await this.#delete(tx, 'links', links.removedIds)
    await this.#delete(tx, 'sections', sections.removedIds)
    await this.#delete(tx, 'groups', groups.removedIds)
  }

  /** The sites that show the content, always in the same order, so that two transactions lock them alike. */
  findSitesShowing(
    on: Queryable,
    content: SiteContent,
  ): Promise<{ id: string; organizationId: string; title: string }[]> {
    const condition =
      'spaceId' in content
        ? sql`shown.space_id = ${content.spaceId}`
        : sql`shown.space_id in (
            select s.id from spaces s join collections c on c.id = s.parent_id
            where c.path @> array[${content.collectionId}::id]
          )`
    return on.rows(sql`
      select id, organization_id as "organizationId", title from sites
      where id in (select shown.site_id from site_spaces shown where ${condition}) order by id`)
  }

  /** Redirects from the old addresses. Removes redirects from an address to itself, for nodes that moved back. */
  async upsertMoveRedirects(
    tx: Transaction,
    siteId: string,
    addresses: MovedAddress[],
    now: Date,
  ): Promise<void> {
    if (addresses.length === 0) return
    await tx.execute(sql`
      insert into site_redirects
        (id, site_id, source, capture_wildcard, permanent, section_id, site_space_id, created_at)
      select id, ${siteId}, source, true, true, "sectionId", "siteSpaceId", ${now}
      from jsonb_to_recordset(${JSON.stringify(addresses.map((address) => ({ id: newId(), ...address })))}::jsonb)
        as given (id text, source text, "sectionId" text, "siteSpaceId" text)
      on conflict (site_id, source, draft) do update set
        capture_wildcard = true, permanent = true, section_id = excluded.section_id,
        site_space_id = excluded.site_space_id, page_id = null, url = null, updated_at = ${now}`)
    await tx.execute(sql`
      delete from site_redirects r using site_sections section
      where r.site_id = ${siteId} and section.id = r.section_id and r.source = '/' || section.path`)
    await tx.execute(sql`
      delete from site_redirects r
      using site_spaces shown left join site_sections section on section.id = shown.section_id
      where r.site_id = ${siteId} and shown.id = r.site_space_id and r.page_id is null
        and r.source = case when section.is_default is not false then '' else '/' || section.path end || '/' || shown.path`)
  }

  async #clearDefaults(tx: Transaction, kind: 'sections' | 'siteSpaces', ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await tx.execute(sql`
      update ${tables[kind]} set is_default = false where id = any(${ids}::text[]) and is_default`)
  }

  /** Frees the paths that nodes exchange, which one statement cannot write one after the other. */
  async #clearPaths(
    tx: Transaction,
    kind: 'sections' | 'siteSpaces',
    before: readonly { id: string; path: string }[],
    changedNodes: readonly { id: string; path: string }[],
  ): Promise<void> {
    const idsByPath = Map.groupBy(before, ({ path }) => path)
    const isExchanged = changedNodes.some(({ id, path }) =>
      idsByPath.get(path)?.some((other) => other.id !== id),
    )
    if (!isExchanged) return
    const ids = changedNodes.map(({ id }) => id)
    await tx.execute(sql`update ${tables[kind]} set path = id where id = any(${ids}::text[])`)
  }

  async #delete(tx: Transaction, kind: NodeCollection, ids: string[]): Promise<void> {
    if (ids.length > 0) await tx.execute(sql`delete from ${tables[kind]} where id = any(${ids}::text[])`)
  }

  async #writeGroups(tx: Transaction, siteId: string, nodes: GroupNode[], now: Date): Promise<void> {
    if (nodes.length === 0) return
    await tx.execute(sql`
      insert into site_section_groups
        (id, site_id, parent_id, title, icon, is_draft, localized_title, rank, created_at)
      select id, ${siteId}, "parentId", title, icon, "isDraft", "localizedTitle", rank, ${now}
      from ${buildRecordset(nodes, groupColumns)}
      on conflict (id) do update set
        parent_id = excluded.parent_id, title = excluded.title, icon = excluded.icon,
        is_draft = excluded.is_draft, localized_title = excluded.localized_title, rank = excluded.rank`)
  }

  async #writeSections(tx: Transaction, siteId: string, nodes: SectionNode[], now: Date): Promise<void> {
    if (nodes.length === 0) return
    await tx.execute(sql`
      insert into site_sections
        (id, site_id, group_id, title, description, icon, path, condition, is_default, is_draft, localized_title,
          localized_description, rank, created_at)
      select id, ${siteId}, "groupId", title, description, icon, path, condition, "isDefault", "isDraft",
        "localizedTitle", "localizedDescription", rank, ${now}
      from ${buildRecordset(nodes, sectionColumns)}
      on conflict (id) do update set
        group_id = excluded.group_id, title = excluded.title, description = excluded.description,
        icon = excluded.icon, path = excluded.path, condition = excluded.condition,
        is_default = excluded.is_default, is_draft = excluded.is_draft, localized_title = excluded.localized_title,
        localized_description = excluded.localized_description, rank = excluded.rank`)
  }

  async #writeLinks(tx: Transaction, siteId: string, nodes: LinkNode[], now: Date): Promise<void> {
    if (nodes.length === 0) return
    await tx.execute(sql`
      insert into site_external_links
        (id, site_id, group_id, title, description, icon, url, condition, is_draft, localized_title,
          localized_description, rank, created_at)
      select id, ${siteId}, "groupId", title, description, icon, url, condition, "isDraft", "localizedTitle",
        "localizedDescription", rank, ${now}
      from ${buildRecordset(nodes, linkColumns)}
      on conflict (id) do update set
        group_id = excluded.group_id, title = excluded.title, description = excluded.description,
        icon = excluded.icon, url = excluded.url, condition = excluded.condition,
        is_draft = excluded.is_draft, localized_title = excluded.localized_title,
        localized_description = excluded.localized_description, rank = excluded.rank`)
  }

  async #writeSiteSpaces(
    tx: Transaction,
    site: { id: string; organizationId: string },
    nodes: SiteSpaceNode[],
    now: Date,
  ): Promise<void> {
    if (nodes.length === 0) return
    await tx.execute(sql`
      insert into site_spaces
        (id, organization_id, site_id, section_id, space_id, path, condition, is_default, is_draft, is_hidden,
          localized_title, rank, created_at)
      select id, ${site.organizationId}, ${site.id}, "sectionId", "spaceId", path, condition, "isDefault", "isDraft",
        "isHidden", "localizedTitle", rank, ${now}
      from ${buildRecordset(nodes, siteSpaceColumns)}
      on conflict (id) do update set
        section_id = excluded.section_id, space_id = excluded.space_id, path = excluded.path,
        condition = excluded.condition, is_default = excluded.is_default, is_draft = excluded.is_draft,
        is_hidden = excluded.is_hidden, localized_title = excluded.localized_title, rank = excluded.rank`)
  }
}

const listIds = (nodes: StructureNode[]): string[] => nodes.map(({ id }) => id)

const tables: Record<NodeCollection, Sql> = {
  groups: sql`site_section_groups`,
  sections: sql`site_sections`,
  links: sql`site_external_links`,
  siteSpaces: sql`site_spaces`,
}

const groupColumns = sql`
  id text, "parentId" text, title text, icon text, "isDraft" boolean, "localizedTitle" json, rank text`
const sectionColumns = sql`
  id text, "groupId" text, title text, description text, icon text, path text, condition text, "isDefault" boolean,
  "isDraft" boolean, "localizedTitle" json, "localizedDescription" json, rank text`
const linkColumns = sql`
  id text, "groupId" text, title text, description text, icon text, url text, condition text, "isDraft" boolean,
  "localizedTitle" json, "localizedDescription" json, rank text`
const siteSpaceColumns = sql`
  id text, "sectionId" text, "spaceId" text, path text, condition text, "isDefault" boolean, "isDraft" boolean,
  "isHidden" boolean, "localizedTitle" json, rank text`

/** The nodes as a table in a `from` clause. Not jsonb, which would give the languages of a text another order. */
const buildRecordset = (nodes: StructureNode[], columns: Sql): Sql => sql`
  json_to_recordset(${JSON.stringify(nodes)}::json) as given (${columns})`

function diffNodes<Node extends StructureNode>(before: Node[], after: ReadonlyMap<string, Node>) {
  const previousJson = new Map(before.map((node) => [node.id, JSON.stringify(node)]))
  return {
    changedNodes: [...after.values()].filter((node) => previousJson.get(node.id) !== JSON.stringify(node)),
    removedIds: before.flatMap(({ id }) => (after.has(id) ? [] : [id])),
  }
}
