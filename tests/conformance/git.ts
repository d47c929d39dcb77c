import { expect, test } from 'vitest'
import type { GitSyncState } from '../../packages/server/src/areas/git-sync/schema.ts'
import { createSpace, type Suite } from './world.ts'

const repository = { url: 'https://ann:secret@git.invalid/acme/docs.git', ref: 'refs/heads/main' }

export const gitOperations: Suite = (world) => {
  test('importGitRepository, exportToGitRepository, getSpaceGitInfo, deleteLegacyGitInstallation', async () => {
    const { admin, member, outsider } = world()
    const { id: spaceId } = await createSpace(world())
    const start = (direction: 'import' | 'export', status: number, body: object, by = admin) =>
      by.api.call(direction === 'import' ? 'importGitRepository' : 'exportToGitRepository', status, {
        spaceId,
        body: { ...repository, ...(direction === 'export' && { commitMessage: 'Words' }), ...body },
      })
    await admin.api.call('getSpaceGitInfo', 404, { spaceId })
    await admin.api.call('deleteLegacyGitInstallation', 204, { spaceId })
    await start('import', 204, {
      repoCacheID: 'docs',
      repoTreeURL: 'https://git.invalid/acme/docs/tree/main',
      repoCommitURL: 'https://git.invalid/acme/docs/commit',
      repoProjectDirectory: 'docs',
      timestamp: '2026-01-01T00:00:00.000Z',
      force: true,
      standalone: false,
      gitInfo: { provider: 'github', url: 'https://git.invalid/acme/docs' },
    })
    const state = await admin.api.call<GitSyncState>('getSpaceGitInfo', 200, { spaceId })
    expect(state).toMatchObject({ repoName: 'acme/docs', installationProvider: 'github' })
    expect(JSON.stringify(state)).not.toContain('secret')
    await start('export', 204, { repoProjectDirectory: 'docs' }, member)
    await start('export', 403, {}, member)
    await start('import', 400, { url: 'file:///etc' })
    await start('export', 400, { ref: 'main' })
    await start('import', 404, {}, outsider)
    await start('import', 204, { gitInfo: { provider: 'github-legacy' } })
    await member.api.call('deleteLegacyGitInstallation', 403, { spaceId })
    await admin.api.call('deleteLegacyGitInstallation', 205, { spaceId })
    await admin.api.call('getSpaceGitInfo', 404, { spaceId })
  })
}
