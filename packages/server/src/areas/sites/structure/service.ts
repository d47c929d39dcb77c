import { requireAccess } from '../../../access/access.ts'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Urls } from '../../../common/urls.ts'
import type { Database, Queryable, Transaction } from '../../../database/database.ts'
import { mapPage, type Page, pageOf, type Paging } from '../../../database/paging.ts'
import type { SpaceService } from '../../content/index.ts'
import type { SiteConditions } from './conditions.ts'
import { SiteView } from './site-view.ts'
import type { Position, SiteSpaceNode, Structure } from './structure.ts'
import type {
  AddGroup,
  AddSection,
  AddSiteSpace,
  MoveGroup,
  MoveSection,
  MoveSiteSpace,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
  SortStructure,
  UpdateGroup,
  UpdateSection,
  UpdateSiteSpace,
} from './schema.ts'
import type { SiteStructures } from './editor.ts'

type Met = Subjects['site']

interface SiteStructureServiceDependencies {
  database: Database
  structures: SiteStructures
  spaces: SpaceService
  conditions: SiteConditions
  urls: Urls
}

/** What a site shows: its sections, groups and site spaces. */
export class SiteStructureService {
  readonly #deps: SiteStructureServiceDependencies

  constructor(deps: SiteStructureServiceDependencies) {
    this.#deps = deps
  }

  async get(caller: Caller, site: Met): Promise<SiteStructure> {
    const structure = await this.#deps.structures.read(this.#deps.database, site.id)
    return (await this.#view(this.#deps.database, caller, site, structure)).all()
  }

  /** Puts anything of the structure before or after something else of it. */
  sort(
    caller: Caller,
    site: Met,
    { item, position }: SortStructure,
  ): Promise<SiteSpace | SiteSection | SiteSectionGroup> {
    const to = {
      ...(position.before && { before: { kind: position.before.type, id: position.before.id } }),
      ...(position.after && { after: { kind: position.after.type, id: position.after.id } }),
    }
    switch (item.type) {
      case 'site-space':
        return this.#moveSiteSpace(caller, site, item.id, to)
      case 'site-section':
        return this.#moveSection(caller, site, item.id, to)
      case 'site-section-group':
        return this.#moveGroup(caller, site, item.id, to)
    }
  }

  async listSections(caller: Caller, site: Met, paging: Paging): Promise<Page<SiteSection>> {
    const structure = await this.#deps.structures.read(this.#deps.database, site.id)
    const page = pageOf(structure.sectionsInOrder(), (section) => structure.placeOf(section), paging)
    const shown = page.items.flatMap(({ id }) => structure.level(id))
    const view = await this.#view(this.#deps.database, caller, site, structure, shown)
    return mapPage(page, (section) => view.section(section))
  }

  addSection(caller: Caller, site: Met, body: AddSection): Promise<SiteSection> {
    const { spaceId, siteSectionGroupId: groupId, title, icon } = body
    return this.#deps.database.transaction(async (tx) => {
      const space = await this.#requireSpace(tx, caller, site, spaceId)
      return this.#changeIn(tx, caller, site, (structure) => {
        const section = structure.addSection(space, {
          siteTitle: site.title,
          ...(title !== undefined && { title }),
          ...(icon !== undefined && { icon }),
          ...(groupId !== undefined && { groupId }),
        })
        return { show: structure.level(section.id), present: (view) => view.section(section) }
      })
    })
  }

  updateSection(caller: Caller, site: Met, id: string, body: UpdateSection): Promise<SiteSection> {
    const { defaultSiteSpace, ...fields } = body
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.conditions.require(tx, site.id, fields.condition, 'body.condition')
      return this.#changeIn(tx, caller, site, (structure) => {
        const section = structure.updateSection(id, fields)
        if (defaultSiteSpace !== undefined) structure.setDefaultSiteSpace(defaultSiteSpace, id)
        return { show: structure.level(id), present: (view) => view.section(section) }
      })
    })
  }

  deleteSection(site: Met, id: string): Promise<boolean> {
    return this.#deps.database.transaction((tx) =>
      this.#deps.structures.change(tx, site, (structure) => structure.removeSection(id)),
    )
  }

  moveSection(
    caller: Caller,
    site: Met,
    id: string,
    { position = {} }: MoveSection = {},
  ): Promise<SiteSection> {
    const { before, after } = position
    return this.#moveSection(caller, site, id, {
      ...(before && { before: { kind: before.type, id: before.siteSection } }),
      ...(after && { after: { kind: after.type, id: after.siteSection } }),
    })
  }

  async listGroups(caller: Caller, site: Met, paging: Paging): Promise<Page<SiteSectionGroup>> {
    const structure = await this.#deps.structures.read(this.#deps.database, site.id)
    const page = pageOf(structure.groupsInOrder(), (group) => structure.placeOf(group), paging)
    const view = await this.#view(this.#deps.database, caller, site, structure)
    return mapPage(page, (group) => view.group(group))
  }

  addGroup(caller: Caller, site: Met, body: AddGroup): Promise<SiteSectionGroup> {
    const { title, icon, sections, parent } = body
    return this.#change(caller, site, (structure) => {
      const group = structure.addGroup({
        title,
        ...(icon !== undefined && { icon }),
        ...(sections && { sectionIds: sections }),
        ...(parent !== undefined && { parentId: parent }),
      })
      return { present: (view) => view.group(group) }
    })
  }

  updateGroup(caller: Caller, site: Met, id: string, body: UpdateGroup): Promise<SiteSectionGroup> {
    return this.#change(caller, site, (structure) => {
      const group = structure.updateGroup(id, body)
      return { present: (view) => view.group(group) }
    })
  }

  deleteGroup(site: Met, id: string): Promise<boolean> {
    return this.#deps.database.transaction((tx) =>
      this.#deps.structures.change(tx, site, (structure) => structure.removeGroup(id)),
    )
  }

  addSectionToGroup(caller: Caller, site: Met, id: string, sectionId: string): Promise<SiteSectionGroup> {
    return this.#change(caller, site, (structure) => {
      const group = structure.addToGroup(id, sectionId)
      return { present: (view) => view.group(group) }
    })
  }

  removeSectionFromGroup(site: Met, id: string, sectionId: string): Promise<boolean> {
    return this.#deps.database.transaction((tx) =>
      this.#deps.structures.change(tx, site, (structure) => structure.removeFromGroup(id, sectionId)),
    )
  }

  moveGroup(
    caller: Caller,
    site: Met,
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
    site: Met,
    filter: { default?: boolean },
    paging: Paging,
  ): Promise<Page<SiteSpace>> {
    const structure = await this.#deps.structures.read(this.#deps.database, site.id)
    const view = await this.#view(this.#deps.database, caller, site, structure)
    const visible = structure
      .siteSpacesInOrder()
      .filter(({ isDefault }) => filter.default === undefined || filter.default === isDefault)
      .flatMap((node) => {
        const siteSpace = view.siteSpace(node)
        return siteSpace ? [{ place: structure.placeOf(node), siteSpace }] : []
      })
    return mapPage(
      pageOf(visible, ({ place }) => place, paging),
      ({ siteSpace }) => siteSpace,
    )
  }

  addSiteSpace(caller: Caller, site: Met, { spaceId, sectionId }: AddSiteSpace): Promise<SiteSpace> {
    return this.#deps.database.transaction(async (tx) => {
      const space = await this.#requireSpace(tx, caller, site, spaceId)
      return this.#changeIn(tx, caller, site, (structure) => shown(structure.addSiteSpace(space, sectionId)))
    })
  }

  updateSiteSpace(caller: Caller, site: Met, id: string, body: UpdateSiteSpace): Promise<SiteSpace> {
    const { path, condition, spaceId } = body
    return this.#deps.database.transaction(async (tx) => {
      await this.#deps.conditions.require(tx, site.id, condition, 'body.condition')
      if (spaceId !== undefined) await this.#requireSpace(tx, caller, site, spaceId)
      return this.#changeIn(tx, caller, site, (structure) => {
        if (path !== undefined) structure.setSiteSpacePath(id, path)
        return shown(
          Object.assign(structure.siteSpace(id), {
            ...(condition !== undefined && { condition }),
            ...(spaceId !== undefined && { spaceId }),
          }),
        )
      })
    })
  }

  deleteSiteSpace(site: Met, id: string): Promise<boolean> {
    return this.#deps.database.transaction((tx) =>
      this.#deps.structures.change(tx, site, (structure) => structure.removeSiteSpace(id)),
    )
  }

  moveSiteSpace(
    caller: Caller,
    site: Met,
    id: string,
    { position = {} }: MoveSiteSpace = {},
  ): Promise<SiteSpace> {
    const { before, after } = position
    return this.#moveSiteSpace(caller, site, id, {
      ...(before && { before: { kind: before.type, id: before.siteSpace } }),
      ...(after && { after: { kind: after.type, id: after.siteSpace } }),
    })
  }

  /** A copy of its space, shown right behind it. */
  duplicateSiteSpace(caller: Caller, site: Met, id: string): Promise<SiteSpace> {
    return this.#deps.database.transaction(async (tx) => {
      const original = (await this.#deps.structures.read(tx, site.id)).siteSpace(id)
      const space = await requireAccess<'space'>(tx, caller, 'space.view', original.spaceId)
      const copy = await this.#deps.spaces.duplicateIn(tx, caller, space)
      return this.#changeIn(tx, caller, site, (structure) => {
        const { sectionId } = structure.siteSpace(id)
        const added = structure.addSiteSpace(copy, sectionId ?? undefined)
        return shown(structure.moveSiteSpace(added.id, { after: { kind: 'site-space', id } }))
      })
    })
  }

  #moveSection(caller: Caller, site: Met, id: string, position: Position): Promise<SiteSection> {
    return this.#change(caller, site, (structure) => {
      const section = structure.moveSection(id, position)
      return { show: structure.level(id), present: (view) => view.section(section) }
    })
  }

  #moveGroup(caller: Caller, site: Met, id: string, position: Position): Promise<SiteSectionGroup> {
    return this.#change(caller, site, (structure) => {
      const group = structure.moveGroup(id, position)
      return { present: (view) => view.group(group) }
    })
  }

  #moveSiteSpace(caller: Caller, site: Met, id: string, position: Position): Promise<SiteSpace> {
    return this.#change(caller, site, (structure) => shown(structure.moveSiteSpace(id, position)))
  }

  #change<Result>(caller: Caller, site: Met, change: Change<Result>): Promise<Result> {
    return this.#deps.database.transaction((tx) => this.#changeIn(tx, caller, site, change))
  }

  async #changeIn<Result>(
    tx: Transaction,
    caller: Caller,
    site: Met,
    change: Change<Result>,
  ): Promise<Result> {
    const { structure, show, present } = await this.#deps.structures.change(tx, site, (structure) => ({
      structure,
      ...change(structure),
    }))
    return present(await this.#view(tx, caller, site, structure, show))
  }

  /** Of the spaces, only those that are needed: all, unless it is said which. */
  async #view(
    on: Queryable,
    caller: Caller,
    site: Met,
    structure: Structure,
    show: Iterable<SiteSpaceNode> = structure.siteSpaces.values(),
  ): Promise<SiteView> {
    const ids = Array.from(show, ({ spaceId }) => spaceId)
    const spaces = await this.#deps.spaces.visible(on, caller, site.organizationId, ids)
    return new SiteView(this.#deps.urls, site, structure, spaces)
  }

  /** Whoever shows a space to the world must be its admin. */
  async #requireSpace(
    tx: Transaction,
    caller: Caller,
    site: Met,
    spaceId: string,
  ): Promise<Subjects['space']> {
    const [space] = await this.#deps.spaces.requireAll(tx, caller, site.organizationId, [spaceId])
    if (!space) throw new NotFound('space', spaceId)
    return space
  }
}

/** What a change did: what is to be answered, and the site spaces that takes. */
type Change<Result> = (structure: Structure) => {
  show?: SiteSpaceNode[]
  present: (view: SiteView) => Result
}

/** For someone who does not see its space, a site space is not there. */
const shown = (node: SiteSpaceNode) => ({
  show: [node],
  present: (view: SiteView): SiteSpace => {
    const siteSpace = view.siteSpace(node)
    if (!siteSpace) throw new NotFound('site space', node.id)
    return siteSpace
  },
})
