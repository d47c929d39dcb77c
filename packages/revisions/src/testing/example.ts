import { applyChanges, diffRevisions, emptyRevision, mergeRevisions, RevisionView } from '../index.ts'
import { MemoryStore } from './memory-store.ts'

export async function example(): Promise<unknown> {
  const store = new MemoryStore() // get(hashes) and, for the caller's own use, save(written)
  const { root: empty } = store.save(emptyRevision())

  const { root: base } = store.save(
    await applyChanges(store, empty, [
      {
        type: 'insert-page',
        id: 'intro',
        parent: null,
        fields: { type: 'document', title: 'Introduction', slug: 'introduction' },
        document: { markdown: '# Hello\n\nFirst.\n\nLast.\n' },
      },
    ]),
  )
  const edit = async (markdown: string): Promise<string> =>
    store.save(
      await applyChanges(store, base, [{ type: 'update-page', id: 'intro', document: { markdown } }]),
    ).root
  const ours = await edit('# Hello\n\n1.\n\nLast.\n')
  const theirs = await edit('# Hello\n\nFirst.\n\n2.\n')

  const mergeResult = store.save(await mergeRevisions(store, { base, ours, theirs }))
  const view = new RevisionView(store, mergeResult.root)
  const page = await view.findPageByPath('introduction')
  const texts = await view.getDocuments(page?.document ? [page.document] : [])
  const { pages } = await diffRevisions(store, base, mergeResult.root)

  return {
    conflicts: mergeResult.conflicts, // []
    markdown: [...texts.values()], // ['# Hello\n\n1.\n\n2.\n']
    changed: pages.map(({ kind }) => kind), // ['edited']
  }
}
