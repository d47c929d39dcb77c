import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../../../locales/index.ts'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { Button } from '../../../ui/button.tsx'
import { clockRotateLeft } from '../../../ui/icon-paths.ts'
import { Notice } from '../../../ui/states.tsx'
import { isSameContent } from './content-parts.ts'
import { type PageContent, type StoredDraft, draftStore } from './draft-store.ts'

interface DraftOfferProps {
  place: string
  /** What is on the page. A draft that says the same needs no offer. */
  content: PageContent
  /** The draft of a text that is on the page again already. */
  resumedId: string | undefined
  onRestore: (draft: StoredDraft) => void
}

/** Offers the text that a crash, a lost connection or a closed window has left in this browser. */
export function DraftOffer({ place, content, resumedId, onRestore }: DraftOfferProps) {
  const { writing } = useWritingWords()
  const { relativeTime } = useFormats()
  const client = useQueryClient()
  const [isShown, setShown] = useState(false)
  const queryKey = ['drafts', place]
  // What this window writes is not offered to it: drafts are looked for once, when the page is opened.
  const { data: drafts = [] } = useQuery({
    queryKey,
    queryFn: () => draftStore.list(place),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  })
  const draft = drafts.find(({ id, content: text }) => id !== resumedId && !isSameContent(text, content))
  if (!draft) return null
  const finish = async (): Promise<void> => {
    await draftStore.remove(draft.id)
    await client.invalidateQueries({ queryKey })
  }
  return (
    <Notice
      title={writing.draftTitle}
      look="info"
      icon={clockRotateLeft}
      actions={
        <>
          <Button look="quiet" label={writing.draftDiscard} onPress={() => void finish()} />
          <Button
            label={writing.draftRestore}
            onPress={() => {
              onRestore(draft)
              void finish()
            }}
          />
        </>
      }
    >
      {writing.draftText(relativeTime(new Date(draft.writtenAt)))}{' '}
      <button type="button" className="link" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {writing.draftShow}
      </button>
      {isShown && <pre className="draft-text">{draft.content.markdown ?? draft.content.title}</pre>}
    </Notice>
  )
}
