import { useQuery } from '@tanstack/react-query'
import { call, useWrite } from '../../../api/index.ts'
import {
  createDraftComment,
  deleteDraftComment,
  type DraftComment,
  listDraftComments,
  updateDraftComment,
} from '../../../api/operations.ts'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { showToast } from '../../../ui/toast.tsx'
import { type ChangeRequestIds, draftsRead, useChangeRequest, useIds } from '../use-change-request.ts'
import { buildCommentBody, type NewCommentFields } from './use-comments.ts'

const noDrafts: DraftComment[] = []

export function useDrafts(): DraftComment[] {
  const { ids, rights } = useChangeRequest()
  const { data } = useQuery({ ...draftsRead(ids), enabled: rights.canComment })
  return (rights.canComment && data?.items) || noDrafts
}

type DraftWrite =
  | ({ kind: 'create' } & NewCommentFields)
  | { kind: 'edit'; draftId: string; text: string }
  | { kind: 'delete'; draft: DraftComment }

function sendDraft(ids: ChangeRequestIds, write: DraftWrite): Promise<unknown> {
  switch (write.kind) {
    case 'create':
      return call(createDraftComment, { ...ids, body: buildCommentBody(write) })
    case 'edit':
      return call(updateDraftComment, {
        ...ids,
        draftCommentId: write.draftId,
        body: { body: { markdown: write.text } },
      })
    case 'delete':
      return call(deleteDraftComment, { ...ids, draftCommentId: write.draft.id })
  }
}

/** The writes of a review that is not submitted yet. What failed is said, and what was typed stays. */
export function useDraftWrites() {
  const words = useReviewWords()
  const fail = useFailureToast()
  const ids = useIds()
  const write = useWrite((given: DraftWrite) => sendDraft(ids, given), { stale: [listDraftComments] })
  // Callbacks of `mutate` are gone with the screen, which somebody may have left before the answer.
  const send = (given: DraftWrite, onDone?: () => void): void =>
    void write.mutateAsync(given).then(onDone, fail)
  return {
    isBusy: write.isPending,
    send,
    /** Deletes a draft, which can be undone where its words are still there. */
    discard: (draft: DraftComment): void =>
      send({ kind: 'delete', draft }, () =>
        showToast({
          message: words.reviews.draftDeleted,
          action: { label: words.common.undo, run: () => send({ kind: 'create', ...readFields(draft) }) },
        }),
      ),
  }
}

/** What makes the same draft again, on its words as they stand now. */
function readFields({ body, suggestion, target: { page, quote, position } }: DraftComment): NewCommentFields {
  return {
    text: body.markdown ?? '',
    pageId: page?.id,
    quote: quote && {
      exact: quote.exact,
      prefix: position?.prefix ?? quote.prefix,
      suffix: position?.suffix ?? quote.suffix,
    },
    replacement: suggestion?.replacement,
  }
}
