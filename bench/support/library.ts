import { applyChanges, type Change } from '../../packages/revisions/src/index.ts'
import type { App } from '../../packages/server/src/app.ts'
import type { Caller } from '../../packages/server/src/access/admission.ts'
import { requireAccess } from '../../packages/server/src/access/require-access.ts'
import {
  AuthorizedMain,
  type SpaceDetails,
  spaceDetails,
} from '../../packages/server/src/areas/content/index.ts'
import type { MainBranch } from '../../packages/server/src/areas/content/store/main-branch.ts'
import { newId } from '../../packages/server/src/common/ids.ts'
import type { Database } from '../../packages/server/src/database/database.ts'
import type { PageToWrite } from '../../packages/server/src/testing/content.ts'

/** An organization to put spaces into. */
export class Library {
  readonly app: App
  readonly database: Database
  readonly caller: Caller
  readonly organizationId: string
  readonly main: MainBranch

  /** @param main where changes are committed; those of the application's own main branch are indexed at once. */
  constructor(
    app: App,
    database: Database,
    userId: string,
    organizationId: string,
    main: MainBranch = app.areas.content.main,
  ) {
    this.main = main
    this.app = app
    this.database = database
    this.organizationId = organizationId
    // Access is decided by the user alone.
    this.caller = { userId } as Caller
  }

  static async open(app: App, database: Database): Promise<Library> {
    const {
      identity: { users },
      organizations: { organizations },
    } = app.areas
    const user = await database.transaction(
      async (tx) => (await users.findOrCreate(tx, ['bench@example.com']))[0],
    )
    if (!user) throw new Error('no user was made')
    const { id } = await organizations.create({ userId: user.id } as Caller, { title: 'Bench' })
    return new Library(app, database, user.id, id)
  }

  async space(language: string): Promise<string> {
    const organization = await requireAccess<'organization'>(
      this.database,
      this.caller,
      'organization.view',
      this.organizationId,
    )
    const { id } = await this.app.areas.content.spaces.create(this.caller, organization, {
      language: language as 'en',
    })
    return id
  }

  subject(spaceId: string) {
    return requireAccess<'space', SpaceDetails>(
      this.database,
      this.caller,
      'space.view',
      spaceId,
      spaceDetails,
    )
  }

  /** Makes changes to what a space shows, all in one. */
  async change(spaceId: string, changes: Change[]): Promise<void> {
    const { revisionStore } = this.app.areas.content
    const main = this.main
    await this.database.transaction(async (tx) => {
      const locked = await main.lock(tx, spaceId)
      const written = await applyChanges(
        revisionStore.objects.createReader(tx),
        locked.revision.root,
        changes,
      )
      const { userId } = this.caller
      const authorized = AuthorizedMain.forDirectChange(locked, { userId, role: 'admin' })
      await main.commitChange(tx, authorized, written, { userId, now: new Date() })
    })
  }

  async titles(spaceId: string, query: string): Promise<string[]> {
    const { items } = await this.app.areas.search.search.findPages(this.database, [spaceId], query, {
      limit: 5,
    })
    return items.map(({ title }) => title)
  }
}

export const insertion = ({ title, markdown = '' }: PageToWrite, id = newId()): Change => ({
  type: 'insert-page',
  id,
  parent: null,
  fields: { type: 'document', title, slug: id },
  document: { markdown },
})
