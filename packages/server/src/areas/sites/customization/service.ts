import type { Subjects } from '../../../access/subjects.ts'
import { NotFound } from '../../../common/errors.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import type { ConditionValidator } from '../structure/condition-validator.ts'
import type { CustomizationRepository } from './repository.ts'
import type { Customization, CustomizationInput } from './schema.ts'
import {
  changeSettings,
  collectConditions,
  completeCustomization,
  getDefaultCustomization,
  mergeSettings,
} from './settings.ts'

type SiteSubject = Subjects['site']

/** The customizations of a site and of all its site spaces, by the ids of those. */
export interface SiteCustomizations {
  site: Customization
  siteSpaces: Record<string, Customization>
}

interface CustomizationServiceDependencies {
  database: Database
  customizations: CustomizationRepository
  conditions: ConditionValidator
}

/** How a site looks, and how one of its site spaces looks where it differs. */
export class CustomizationService {
  readonly #deps: CustomizationServiceDependencies

  constructor(deps: CustomizationServiceDependencies) {
    this.#deps = deps
  }

  async get(site: SiteSubject): Promise<Customization> {
    return completeCustomization(await this.#getIncomplete(site))
  }

  /** The settings of a site as they would be saved after a change of some of them. */
  async checkSettings(site: SiteSubject, body: CustomizationInput): Promise<CustomizationInput> {
    const { database, customizations } = this.#deps
    await this.#requireConditions(database, site, body)
    return changeSettings((await customizations.findForSite(database, site.id)) ?? {}, body)
  }

  /** The overrides of a site space as they would be saved after a change of some of them. */
  async checkOverrides(
    site: SiteSubject,
    siteSpaceId: string,
    body: CustomizationInput,
  ): Promise<CustomizationInput> {
    await this.#requireConditions(this.#deps.database, site, body)
    return changeSettings((await this.#findOverrides(site, siteSpaceId)) ?? {}, body)
  }

  /** Replaces all settings of the site. */
  async replace(site: SiteSubject, body: CustomizationInput): Promise<Customization> {
    const { database, customizations } = this.#deps
    await this.#requireConditions(database, site, body)
    const settings = changeSettings({}, body)
    if (!(await customizations.saveForSite(database, site.id, settings))) throw new NotFound('site', site.id)
    return completeCustomization(mergeSettings(getDefaultCustomization(site.title), settings))
  }

  /** Changes some settings of the site and leaves the others as they were set. Null removes one. */
  async change(site: SiteSubject, body: CustomizationInput): Promise<Customization> {
    const { database, customizations } = this.#deps
    await database.transaction(async (tx) => {
      await this.#requireConditions(tx, site, body)
      const row = await customizations.lockForSite(tx, site.id)
      if (!row) throw new NotFound('site', site.id)
      await customizations.saveForSite(tx, site.id, changeSettings(row.customization, body))
    })
    return this.get(site)
  }

  async getForSiteSpace(site: SiteSubject, siteSpaceId: string): Promise<Customization> {
    const overrides = await this.#findOverrides(site, siteSpaceId)
    const customization = mergeSettings(await this.#getIncomplete(site), overrides ?? {})
    return { ...completeCustomization(customization), hasOverrides: overrides !== null }
  }

  /** Overrides settings of the site for one site space. Null removes an override. */
  async override(site: SiteSubject, siteSpaceId: string, body: CustomizationInput): Promise<Customization> {
    const { database, customizations } = this.#deps
    await database.transaction(async (tx) => {
      await this.#requireConditions(tx, site, body)
      const row = await customizations.lockForSiteSpace(tx, site.id, siteSpaceId)
      if (!row) throw new NotFound('site space', siteSpaceId)
      const overrides = changeSettings(row.customization ?? {}, body)
      const value = Object.keys(overrides).length === 0 ? null : overrides
      await customizations.saveForSiteSpace(tx, siteSpaceId, value)
    })
    return this.getForSiteSpace(site, siteSpaceId)
  }

  /** Removes all overrides of a site space. Returns whether there were any. */
  async reset(site: SiteSubject, siteSpaceId: string): Promise<boolean> {
    await this.#findOverrides(site, siteSpaceId)
    return this.#deps.customizations.clearForSiteSpace(this.#deps.database, site.id, siteSpaceId)
  }

  /** The customizations of the site and of all its site spaces with every setting, read in one statement. */
  async listAll(on: Queryable, site: { id: string; title: string }): Promise<SiteCustomizations> {
    const rows = await this.#deps.customizations.listForSite(on, site.id)
    const ofSite = mergeSettings(
      getDefaultCustomization(site.title),
      rows.find(({ id }) => id === null)?.customization ?? {},
    )
    const siteSpaces = rows.flatMap(({ id, customization }): [string, Customization][] =>
      id === null ? [] : [[id, completeCustomization(mergeSettings(ofSite, customization ?? {}))]],
    )
    return { site: completeCustomization(ofSite), siteSpaces: Object.fromEntries(siteSpaces) }
  }

  async #getIncomplete(site: SiteSubject): Promise<Customization> {
    const settings = await this.#deps.customizations.findForSite(this.#deps.database, site.id)
    return mergeSettings(getDefaultCustomization(site.title), settings ?? {})
  }

  #requireConditions(on: Queryable, site: SiteSubject, body: CustomizationInput): Promise<void> {
    return this.#deps.conditions.requireAllValid(on, site.id, collectConditions(body))
  }

  async #findOverrides(site: SiteSubject, siteSpaceId: string): Promise<CustomizationInput | null> {
    const { database, customizations } = this.#deps
    const row = await customizations.findForSiteSpace(database, site.id, siteSpaceId)
    if (!row) throw new NotFound('site space', siteSpaceId)
    return row.customization
  }
}
