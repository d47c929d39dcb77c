import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { type Person, TestApp } from './app.ts'
import { GitServer, type TestRepository } from './git-server.ts'
import { siteFiles, siteProject } from './site-files.ts'
import { type SiteOperation, SyncedSite } from './synced-site.ts'
import { SyncedSpace } from './synced-space.ts'

/** A server with a worker that synchronises, and a Git server that it synchronises with. */
export class GitWorld {
  readonly app: TestApp
  readonly server: GitServer
  readonly organization: string
  readonly admin: Person
  /** The server's data folder. */
  readonly folder: string

  private constructor(parts: Pick<GitWorld, 'app' | 'server' | 'organization' | 'admin' | 'folder'>) {
    this.app = parts.app
    this.server = parts.server
    this.organization = parts.organization
    this.admin = parts.admin
    this.folder = parts.folder
  }

  static async start(): Promise<GitWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'verso-git-sync-'))
    const server = await GitServer.start()
    const config = readConfig({ VERSO_DATA_DIR: folder, VERSO_OUTBOUND_ALLOW: '127.0.0.1' })
    const app = await TestApp.start(
      { ...config, rateLimit: 0, maxFileSize: 2_000_000 },
      { role: 'all', gitLimits: { stallSeconds: 2, seconds: 60 } },
    )
    const { id: organization, admin } = await app.organization()
    return new GitWorld({ app, server, organization, admin, folder })
  }

  async stop(): Promise<void> {
    await this.app.stop()
    this.server.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Creates a space, and a repository with these files that it synchronises with. */
  async createSyncedSpace(files: Parameters<GitServer['createRepository']>[0] = {}): Promise<SyncedSpace> {
    return this.createSpaceFor(this.server.createRepository(files))
  }

  /** Creates a site that shows nothing, and a repository with these files that it synchronises with. */
  async createSyncedSite(files: Parameters<GitServer['createRepository']>[0] = {}): Promise<SyncedSite> {
    return this.createSiteFor(this.server.createRepository(files))
  }

  /** Creates a site of a repository, and imports it. */
  async importSite(): Promise<{ site: SyncedSite; operation: SiteOperation }> {
    const site = await this.createSyncedSite(siteFiles)
    const operation = await site.synchronise('import', siteProject)
    return { site, operation }
  }

  /** Creates another site that synchronises with a repository. */
  async createSiteFor(repository: TestRepository, body: object = {}): Promise<SyncedSite> {
    const site = await this.app.site(this.admin, this.organization, { title: 'Docs', spaces: [], ...body })
    return new SyncedSite(site, this.organization, repository, this.admin)
  }

  /** Creates another space that synchronises with a repository. */
  async createSpaceFor(repository: TestRepository): Promise<SyncedSpace> {
    return new SyncedSpace(await this.app.space(this.admin, this.organization), repository, this.admin)
  }
}

export const mainRef = 'refs/heads/main'

/** The files of a small repository. */
export const guideFiles = {
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n',
  'README.md': '# Welcome\n\nHello.\n\nSecond.\n\nThird.\n',
  'install.md': '---\ndescription: How to\n---\n\n# Install\n\nRun it.\n',
  LICENSE: 'free\n',
}
