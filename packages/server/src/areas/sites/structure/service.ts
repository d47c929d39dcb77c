import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, paginateArray, type Paging } from '../../../database/paging.ts'
import type { SpaceService } from '../../content/index.ts'
import type { ConditionValidator } from './condition-validator.ts'
import { StructurePresenter } from './structure-presenter.ts'
import type { LinkNode, MovePosition, SiteSpaceNode } from './structure-nodes.ts'
import type { Structure } from './structure.ts'
import type {
  AddGroup,
  AddLink,
  AddSection,
  AddSiteSpace,
  MoveGroup,
  MoveSection,
  MoveSiteSpace,
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
  SortStructure,
  UpdateGroup,
  UpdateLink,
  UpdateSection,
  UpdateSiteSpace,
} from './schema.ts'
import type { StructureEditor } from './structure-editor.ts'

type SiteSubject = Subjects['site']

interface SiteStructureServiceDependencies {
  database: Database
  structures: StructureEditor
  spaces: SpaceService
  conditions: ConditionValidator
  urls: Urls
}

/** The structure of a site: its sections, groups and site spaces. */
export class SiteStructureService {
  readonly #deps: SiteStructureServiceDependencies

  constructor(deps: SiteStructureServiceDependencies) {
    this.#deps = deps
  }

  async get(caller: Caller, site: SiteSubject): Promise<SiteStructure> {
    const structure = await this.#deps.structures.loadStructure(this.#deps.database, site.id)
    return (await this.#createPresenter(this.#deps.database, caller, site, structure)).presentStructure()
  }

  /** Moves any node of the structure before or after another one. */
  sort(
    caller: Caller,
    site: SiteSubject,
    { item, position }: SortStructure,
  ): Promise<SiteSpace | SiteSection | SiteExternalLink | SiteSectionGroup> {
    const target = {
      ...(position.before && { before: { kind: position.before.type, id: position.before.id } }),
      ...(position.after && { after: { kind: position.after.type, id: position.after.id } }),
    }
    switch (item.type) {
      case 'site-space':
        return this.#moveSiteSpace(caller, site, item.id, target)
      case 'site-section':
        return this.#moveSection(caller, site, item.id, target)
      case 'site-section-group':
        return this.#moveGroup(caller, site, item.id, target)
      case 'site-external-link':
        return this.#change(caller, site, (structure) => presentLink(structure.moveLink(item.id, target)))
    }
  }

  async listSections(caller: Caller, site: SiteSubject, paging: Paging): Promise<Page<SiteSection>> {
    const structure = await this.#deps.structures.loadStructure(this.#deps.database, site.id)
    const page = paginateArray(structure.listSections(), (section) => structure.buildSortKey(section), paging)
    const siteSpaces = page.items.flatMap(({ id }) => structure.listSiteSpaces(id))
    const presenter = await this.#createPresenter(this.#deps.database, caller, site, structure, siteSpaces)
    return mapPage(page, (section) => presenter.presentSection(section))
  }

  addSection(caller: Caller, site: SiteSubject, body: AddSection): Promise<SiteSection> {
    const { spaceId, siteSectionGroupId: groupId, title, icon, draft } = body
    return this.#deps.database.transaction(async (tx) => {
      const space = await this.#requireSpace(tx, caller, site, spaceId)
      return this.#changeAndPresent(tx, caller, site, (structure) => {
        const section = structure.addSection(space, {
          siteTitle: site.title,
          ...(title !== undefined && { title }),
          ...(icon !== undefined && { icon }),
          ...(groupId !== undefined && { groupId }),
          ...(draft !== undefined && { isDraft: draft }),
        })
        return {
          siteSpaces: structure.listSiteSpaces(section.id),
          present: (presenter) => presenter.presentSection(section),
        }
      })
    })
  }

  updateSection(caller: Caller, site: SiteSubject, id: string, body: UpdateSection): Promise<SiteSection> {
    const { defaultSiteSpace, draft, ...fields } = body
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.conditions.requireValid(tx, site.id, fields.condition, 'body.condition')
      return this.#changeAndPresent(tx, caller, site, (structure) => {
        const section = structure.updateSection(id, {
          ...fields,
          ...(draft !== undefined && { isDraft: draft }),
        })
        if (defaultSiteSpace !== undefined) structure.setDefaultSiteSpace(defaultSiteSpace, id)
        return {
          siteSpaces: structure.listSiteSpaces(id),
          present: (presenter) => presenter.presentSection(section),
        }
      })
    })
  }

  deleteSection(site: SiteSubject, id: string): Promise<boolean> {
    return this.#deps.database.transaction((tx) =>
      this.#deps.structures.changeStructure(tx, site, (structure) => structure.removeSection(id)),
    )
  }

  moveSection(
    caller: Caller,
    site: SiteSubject,
    id: string,
    { position = {} }: MoveSection = {},
  ): Promise<SiteSection> {
    const { before, after } = position
    return this.#moveSection(caller, site, id, {
      ...(before && { before: { kind: before.type, id: before.siteSection } }),
      ...(after && { after: { kind: after.type, id: after.siteSection } }),
    })
  }

  async listGroups(caller: Caller, site: SiteSubject, paging: Paging): Promise<Page<SiteSectionGroup>> {
    const structure = await this.#deps.structures.loadStructure(this.#deps.database, site.id)
    const page = paginateArray(structure.listGroups(), (group) => structure.buildSortKey(group), paging)
    const presenter = await this.#createPresenter(this.#deps.database, caller, site, structure)
    return mapPage(page, (group) => presenter.presentGroup(group))
  }

  addGroup(caller: Caller, site: SiteSubject, body: AddGroup): Promise<SiteSectionGroup> {
    const { title, icon, sections, parent, draft } = body
    return this.#change(caller, site, (structure) => {
      const group = structure.addGroup({
        title,
        ...(icon !== undefined && { icon }),
        ...(sections && { sectionIds: sections }),
        ...(parent !== undefined && { parentId: parent }),
        ...(draft !== undefined && { isDraft: draft }),
      })
      return { present: (presenter) => presenter.presentGroup(group) }
    })
  }

  updateGroup(caller: Caller, site: SiteSubject, id: string, body: UpdateGroup): Promise<SiteSectionGroup> {
    const { draft, ...fields } = body
    return this.#change(caller, site, (structure) => {
      const group = structure.updateGroup(id, {
        ...fields,
        ...(draft !== undefined && { isDraft: draft }),
      })
      return { present: (presenter) => presenter.presentGroup(group) }
    })
  }

  deleteGroup(site: SiteSubject, id: string): Promise<boolean> {
    return this.#deps.database.transaction((tx) =>
      this.#deps.structures.changeStructure(tx, site, (structure) => structure.removeGroup(id)),
    )
  }

  addLink(caller: Caller, site: SiteSubject, body: AddLink): Promise<SiteExternalLink> {
    const {
      title,
      url,
      description = null,
      icon = null,
      condition = null,
      draft = false,
      localizedTitle = null,
      localizedDescription = null,
      parent = null,
    } = body
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.conditions.requireValid(tx, site.id, condition, 'body.condition')
      const fields = {
        title,
        url,
        description,
        icon,
        condition,
        isDraft: draft,
        localizedTitle,
        localizedDescription,
      }
      return this.#changeAndPresent(tx, caller, site, (structure) =>
        presentLink(structure.addLink(fields, parent)),
      )
    })
  }

  updateLink(caller: Caller, site: SiteSubject, id: string, body: UpdateLink): Promise<SiteExternalLink> {
    const { parent, draft, ...fields } = body
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.conditions.requireValid(tx, site.id, fields.condition, 'body.condition')
      const changes = { ...fields, ...(draft !== undefined && { isDraft: draft }) }
      return this.#changeAndPresent(tx, caller, site, (structure) =>
        presentLink(structure.updateLink(id, changes, parent)),
      )
    })
  }

  deleteLink(site: SiteSubject, id: string): Promise<boolean> {
    return this.#deps.database.transaction((tx) =>
      this.#deps.structures.changeStructure(tx, site, (structure) => structure.removeLink(id)),
    )
  }

  addSectionToGroup(
    caller: Caller,
    site: SiteSubject,
    id: string,
    sectionId: string,
  ): Promise<SiteSectionGroup> {
    return this.#change(caller, site, (structure) => {
      const group = structure.addSectionToGroup(id, sectionId)
      return { present: (presenter) => presenter.presentGroup(group) }
    })
  }

  removeSectionFromGroup(site: SiteSubject, id: string, sectionId: string): Promise<boolean> {
    return this.#deps.database.transaction((tx) =>
      this.#deps.structures.changeStructure(tx, site, (structure) =>
        structure.removeSectionFromGroup(id, sectionId),
      ),
    )
  }

  moveGroup(
    caller: Caller,
    site: SiteSubject,
    id: string,
    { position = {} }: MoveGroup = {},
  ): Promise<SiteSectionGroup> {
    const { before, after } = position
    return this.#moveGroup(caller, site, id, {
      ...(before && { before: { kind: before.type, id: before.id } }),
      ...(after && { after: { kind: after.type, id: after.id } }),
    })
  }

  async listSiteSpaces(
    caller: Caller,
    site: SiteSubject,
    filter: { default?: boolean },
    paging: Paging,
  ): Promise<Page<SiteSpace>> {
    const structure = await this.#deps.structures.loadStructure(this.#deps.database, site.id)
    const presenter = await this.#createPresenter(this.#deps.database, caller, site, structure)
    const visible = structure
      .listAllSiteSpaces()
      .filter(({ isDefault }) => filter.default === undefined || filter.default === isDefault)
      .flatMap((node) => {
        const siteSpace = presenter.presentSiteSpace(node)
        return siteSpace ? [{ sortKey: structure.buildSortKey(node), siteSpace }] : []
      })
    return mapPage(
      paginateArray(visible, ({ sortKey }) => sortKey, paging),
      ({ siteSpace }) => siteSpace,
    )
  }

  addSiteSpace(caller: Caller, site: SiteSubject, body: AddSiteSpace): Promise<SiteSpace> {
    const { spaceId, sectionId, draft = false } = body
    return this.#deps.database.transaction(async (tx) => {
      const space = await this.#requireSpace(tx, caller, site, spaceId)
      return this.#changeAndPresent(tx, caller, site, (structure) =>
        presentOne(Object.assign(structure.addSiteSpace(space, sectionId), { isDraft: draft })),
      )
    })
  }

  updateSiteSpace(caller: Caller, site: SiteSubject, id: string, body: UpdateSiteSpace): Promise<SiteSpace> {
    const { path, condition, spaceId, draft, hidden, localizedTitle } = body
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.conditions.requireValid(tx, site.id, condition, 'body.condition')
      if (spaceId !== undefined) await this.#requireSpace(tx, caller, site, spaceId)
      return this.#changeAndPresent(tx, caller, site, (structure) => {
        if (path !== undefined) structure.setSiteSpacePath(id, path)
        return presentOne(
          Object.assign(structure.getSiteSpace(id), {
            ...(condition !== undefined && { condition }),
            ...(spaceId !== undefined && { spaceId }),
            ...(draft !== undefined && { isDraft: draft }),
            ...(hidden !== undefined && { isHidden: hidden }),
            ...(localizedTitle !== undefined && { localizedTitle }),
          }),
        )
      })
    })
  }

  deleteSiteSpace(site: SiteSubject, id: string): Promise<boolean> {
    return this.#deps.database.transaction((tx) =>
      this.#deps.structures.changeStructure(tx, site, (structure) => structure.removeSiteSpace(id)),
    )
  }

  moveSiteSpace(
    caller: Caller,
    site: SiteSubject,
    id: string,
    { position = {} }: MoveSiteSpace = {},
  ): Promise<SiteSpace> {
    const { before, after } = position
    return this.#moveSiteSpace(caller, site, id, {
      ...(before && { before: { kind: before.type, id: before.siteSpace } }),
      ...(after && { after: { kind: after.type, id: after.siteSpace } }),
    })
  }

  /** Adds a copy of the space directly after it. */
  duplicateSiteSpace(caller: Caller, site: SiteSubject, id: string): Promise<SiteSpace> {
    return this.#deps.database.transaction(async (tx) => {
      const original = (await this.#deps.structures.loadStructure(tx, site.id)).getSiteSpace(id)
      const space = await requireAccess<'space'>(tx, caller, 'space.view', original.spaceId)
      const copy = await this.#deps.spaces.duplicateInTransaction(tx, caller, space)
      return this.#changeAndPresent(tx, caller, site, (structure) => {
        const { sectionId } = structure.getSiteSpace(id)
        const siteSpace = structure.addSiteSpace(copy, sectionId ?? undefined)
        return presentOne(structure.moveSiteSpace(siteSpace.id, { after: { kind: 'site-space', id } }))
      })
    })
  }

  #moveSection(caller: Caller, site: SiteSubject, id: string, position: MovePosition): Promise<SiteSection> {
    return this.#change(caller, site, (structure) => {
      const section = structure.moveSection(id, position)
      return {
        siteSpaces: structure.listSiteSpaces(id),
        present: (presenter) => presenter.presentSection(section),
      }
    })
  }

  #moveGroup(
    caller: Caller,
    site: SiteSubject,
    id: string,
    position: MovePosition,
  ): Promise<SiteSectionGroup> {
    return this.#change(caller, site, (structure) => {
      const group = structure.moveGroup(id, position)
      return { present: (presenter) => presenter.presentGroup(group) }
    })
  }

  #moveSiteSpace(caller: Caller, site: SiteSubject, id: string, position: MovePosition): Promise<SiteSpace> {
    return this.#change(caller, site, (structure) => presentOne(structure.moveSiteSpace(id, position)))
  }

  #change<Result>(caller: Caller, site: SiteSubject, change: StructureChange<Result>): Promise<Result> {
    return this.#deps.database.transaction((tx) => this.#changeAndPresent(tx, caller, site, change))
  }

  async #changeAndPresent<Result>(
    tx: Transaction,
    caller: Caller,
    site: SiteSubject,
    change: StructureChange<Result>,
  ): Promise<Result> {
    const { structure, siteSpaces, present } = await this.#deps.structures.changeStructure(
      tx,
      site,
      (structure) => ({
        structure,
        ...change(structure),
      }),
    )
    return present(await this.#createPresenter(tx, caller, site, structure, siteSpaces))
  }

  /** @param siteSpaces those that will be presented. Only their spaces are read. */
  async #createPresenter(
    on: Queryable,
    caller: Caller,
    site: SiteSubject,
    structure: Structure,
    siteSpaces: Iterable<SiteSpaceNode> = structure.siteSpaces.values(),
  ): Promise<StructurePresenter> {
    const ids = Array.from(siteSpaces, ({ spaceId }) => spaceId)
    const spaces = await this.#deps.spaces.findVisible(on, caller, site.organizationId, ids)
    return new StructurePresenter(this.#deps.urls, site, structure, spaces)
  }

  /** Only an admin of a space may add it to a site, because a site can make it public. */
  async #requireSpace(
    tx: Transaction,
    caller: Caller,
    site: SiteSubject,
    spaceId: string,
  ): Promise<Subjects['space']> {
    const [space] = await this.#deps.spaces.requireAdminOfAll(tx, caller, site.organizationId, [spaceId])
    if (!space) throw new NotFound('space', spaceId)
    return space
  }
}

/** Changes a structure, and says how to present the result and which site spaces that needs. */
type StructureChange<Result> = (structure: Structure) => {
  siteSpaces?: SiteSpaceNode[]
  present: (presenter: StructurePresenter) => Result
}

const presentLink = (node: LinkNode) => ({
  siteSpaces: [],
  present: (presenter: StructurePresenter): SiteExternalLink => presenter.presentLink(node),
})

/** Presents one site space. Throws NotFound for a caller who does not see its space. */
const presentOne = (node: SiteSpaceNode) => ({
  siteSpaces: [node],
  present: (presenter: StructurePresenter): SiteSpace => {
    const siteSpace = presenter.presentSiteSpace(node)
    if (!siteSpace) throw new NotFound('site space', node.id)
    return siteSpace
  },
})
