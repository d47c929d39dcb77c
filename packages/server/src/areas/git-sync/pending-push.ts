import type { RemoteRepository } from './remote-repository.ts'

/** What became of a push: it arrived, it may still arrive, or it never will. */
export type PushOutcome = 'arrived' | 'possible' | 'lost'

/**
 * Finds out whether an earlier push, whose process was killed or whose response was lost, has arrived. As long as the
 * branch has not moved, that push may still arrive, because the process that sends it may be alive. With `retry`, the
 * same commit is therefore pushed again, never another one with the same content. Returns the commit that the branch is
 * at, too.
 */
export async function settlePush(
  remote: RemoteRepository,
  commit: string,
  head: string | undefined,
  { retry }: { retry: boolean },
): Promise<{ outcome: PushOutcome; head: string | undefined }> {
  if (head === commit) return { outcome: 'arrived', head }
  const pendingCommit = await remote.findCommit(commit)
  if (pendingCommit && pendingCommit.parent === head) {
    if (!retry) return { outcome: 'possible', head }
    // The branch may have changed since a forced push was requested, so the retry is never forced.
    const result = await remote.push(commit, { force: false })
    if (result === 'accepted') return { outcome: 'arrived', head: commit }
    // The remote may accept what there is by now, so that is exported instead.
    if (result === 'rejected') return { outcome: 'lost', head }
  }
  const history = await remote.fetchHistoryTo(commit)
  return { outcome: history.isIncluded ? 'arrived' : 'lost', head: history.head }
}
