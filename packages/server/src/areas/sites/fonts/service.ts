import type { FileRecord } from '@verso/revisions'
import { hasPermission } from '../../../access/permissions.ts'
import type { Subjects } from '../../../access/subjects.ts'
import type { Clock } from '../../../common/clock.ts'
import { NotFound, PreconditionFailed } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Database, Queryable } from '../../../database/database.ts'
import { lockOrganizations } from '../../../database/organization-locks.ts'
import { mapPage, type Page, type Paging } from '../../../database/paging.ts'
import type { FileService, UploadService } from '../../content/index.ts'
import { detectFontFormat, MAX_FONT_BYTES } from './font-file.ts'
import type { FontFaceRow, FontRepository, FontRow } from './repository.ts'
import type { CreateFont, FontDefinition, UpdateFont } from './schema.ts'

type OrganizationSubject = Subjects['organization']

const MAX_FONTS = 100
const REGULAR_WEIGHT = 400

interface FontServiceDependencies {
  database: Database
  fonts: FontRepository
  uploads: UploadService
  files: FileService
  clock: Clock
}

/**
 * The fonts that an organization uploaded. A site takes a copy of the definition into its customization, whose addresses hold
 * as long as they stand there; so a font that is changed or deleted here changes no site.
 */
export class FontService {
  readonly #deps: FontServiceDependencies

  constructor(deps: FontServiceDependencies) {
    this.#deps = deps
  }

  async list(organization: OrganizationSubject, paging: Paging): Promise<Page<FontDefinition>> {
    const page = await this.#deps.fonts.list(this.#deps.database, organization.id, paging)
    return mapPage(page, (row) => this.#present(organization, row))
  }

  async get(organization: OrganizationSubject, id: string): Promise<FontDefinition> {
    const row = await this.#deps.fonts.find(this.#deps.database, organization.id, id)
    if (!row) throw new NotFound('font', id)
    return this.#present(organization, row)
  }

  async create(
    organization: OrganizationSubject,
    { fontFamily, fontFaces }: CreateFont,
  ): Promise<FontDefinition> {
    const { database, fonts, clock } = this.#deps
    const faces = await this.#readFaces(database, organization.id, fontFaces)
    const font: FontRow = { id: newId(), family: fontFamily, faces: requireComplete(faces) }
    await database.transaction(async (tx) => {
      await lockOrganizations(tx, [organization.id])
      if ((await fonts.count(tx, organization.id)) >= MAX_FONTS)
        throw new PreconditionFailed(`An organization has at most ${MAX_FONTS} fonts. Delete one first.`)
      await fonts.insert(tx, organization.id, font, clock.now())
    })
    return this.#present(organization, font)
  }

  async update(
    organization: OrganizationSubject,
    id: string,
    { fontFamily, fontFaces = [] }: UpdateFont,
  ): Promise<FontDefinition> {
    const { database, fonts } = this.#deps
    const sent = fontFaces.flatMap(({ weight, storageKey }) =>
      storageKey === null ? [] : [{ weight, storageKey }],
    )
    const newFaces = await this.#readFaces(database, organization.id, sent)
    const changed = new Set(fontFaces.map(({ weight }) => weight))
    const font = await database.transaction(async (tx): Promise<FontRow> => {
      const row = await fonts.lock(tx, organization.id, id)
      if (!row) throw new NotFound('font', id)
      const faces = [...row.faces.filter(({ weight }) => !changed.has(weight)), ...newFaces]
      const next = { id, family: fontFamily ?? row.family, faces: requireComplete(faces) }
      await fonts.update(tx, next)
      return next
    })
    return this.#present(organization, font)
  }

  delete(organization: OrganizationSubject, id: string): Promise<boolean> {
    return this.#deps.fonts.delete(this.#deps.database, organization.id, id)
  }

  /** The files of uploads. Throws PreconditionFailed for one that is no font, whatever its name says. */
  async #readFaces(
    on: Queryable,
    organizationId: string,
    faces: CreateFont['fontFaces'],
  ): Promise<FontFaceRow[]> {
    const rows: FontFaceRow[] = []
    for (const { weight, storageKey } of faces) {
      const file = await this.#deps.uploads.find(on, organizationId, storageKey)
      rows.push({ weight, file: await this.#requireFont(file) })
    }
    return rows
  }

  async #requireFont(file: FileRecord): Promise<FileRecord> {
    if (file.size > MAX_FONT_BYTES)
      throw new PreconditionFailed(
        `A font file has at most ${MAX_FONT_BYTES} bytes; "${file.name}" has more.`,
      )
    const format = detectFontFormat(await this.#deps.files.read(file))
    if (!format) throw new PreconditionFailed(`"${file.name}" is no WOFF2 or WOFF font.`)
    return { ...file, contentType: `font/${format}` }
  }

  #present({ role }: OrganizationSubject, { id, family, faces }: FontRow): FontDefinition {
    return {
      id,
      custom: true,
      fontFamily: family,
      fontFaces: faces.map(({ weight, file }) => ({
        weight,
        sources: [
          {
            url: this.#deps.files.createDownloadUrl(file),
            format: file.contentType === 'font/woff2' ? 'woff2' : 'woff',
          },
        ],
      })),
      permissions: { edit: hasPermission('organization.upload', role) },
    }
  }
}

/** The faces in the order of their weights. Throws PreconditionFailed where one is there twice, or the regular one is not. */
function requireComplete(faces: readonly FontFaceRow[]): FontFaceRow[] {
  const weights = new Set(faces.map(({ weight }) => weight))
  if (weights.size < faces.length) throw new PreconditionFailed('A weight of a font has one file.')
  if (!weights.has(REGULAR_WEIGHT))
    throw new PreconditionFailed(`A font needs a file for the regular weight, ${REGULAR_WEIGHT}.`)
  return faces.toSorted((one, other) => one.weight - other.weight)
}
