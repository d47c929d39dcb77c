import { requireAccess } from '../../../access/require-access.ts'
import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { Conflict } from '../../../common/errors.ts'
import type { Database } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import type { SpaceService } from '../../content/index.ts'
import type { CustomizationRepository } from '../customization/repository.ts'
import type { StructureEditor } from '../structure/structure-editor.ts'

/** The sections of the template, each a new space that begins with a template of spaces. */
const templateSections = [
  { title: 'Documentation', icon: 'book-open', template: 'product-docs' },
  { title: 'Changelog', icon: 'bullhorn', template: 'changelog' },
] as const

interface SiteTemplateServiceDependencies {
  database: Database
  structures: StructureEditor
  spaces: SpaceService
  customizations: CustomizationRepository
}

/** Fills a site that shows nothing with sections, pages and a look to begin with. */
export class SiteTemplateService {
  readonly #deps: SiteTemplateServiceDependencies

  constructor(deps: SiteTemplateServiceDependencies) {
    this.#deps = deps
  }

  /** Throws Conflict for a site that shows something. The caller must be allowed to create spaces in the organization. */
  async apply(caller: Caller, site: Subjects['site']): Promise<void> {
    const { database, structures, spaces, customizations } = this.#deps
    await database.transaction(async (tx) => {
      const organization = await requireAccess<'organization'>(
        tx,
        caller,
        'organization.createContent',
        site.organizationId,
      )
      await lockOrganizations(tx, [organization.id])
      // Two requests at once: the second waits here, and finds the sections of the first.
      const { siteSpaces } = await structures.lockStructure(tx, site.id)
      if (siteSpaces.size > 0)
        throw new Conflict('The site shows something already. A template is for a site that shows nothing.')
      for (const { title, icon, template } of templateSections) {
        const space = await spaces.createInTransaction(tx, caller, organization, {
          title,
          template: { id: template },
        })
        await structures.changeStructure(tx, site, (structure) => {
          structure.addSection(space, { siteTitle: site.title, title, icon })
        })
      }
      const settings = await customizations.lockForSite(tx, site.id)
      // A look that somebody chose stays.
      if (settings && Object.keys(settings.customization).length === 0)
        await customizations.saveForSite(tx, site.id, { styling: { theme: 'muted', links: 'accent' } })
    })
  }
}
