import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  type ChangeRequest,
  getChangeRequestById,
  getChangeRequestMergeability,
  listChangeRequestsForOrganization,
  updateChangeRequestById,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useWords } from '../../locales/index.ts'
import { showToast } from '../../ui/toast.tsx'
import { changeRequestRead, type ChangeRequestIds, useIds } from './use-change-request.ts'

interface ChangeRequestUpdate {
  subject?: string
  status?: 'draft' | 'open' | 'archived'
}

/** Changes the subject or the state of a change request. */
export function useChangeRequestUpdate(ids: ChangeRequestIds) {
  return useWrite((body: ChangeRequestUpdate) => call(updateChangeRequestById, { ...ids, body }), {
    stale: [getChangeRequestById, getChangeRequestMergeability, listChangeRequestsForOrganization],
    optimistic: (body) => [
      {
        key: changeRequestRead(ids).queryKey,
        update: (changeRequest: ChangeRequest) => ({ ...changeRequest, ...body }),
      },
    ],
  })
}

interface SubjectFieldProps {
  changeRequest: ChangeRequest
  canEdit: boolean
}

/** The subject, changed where it stands. */
export function SubjectField({ changeRequest: { subject }, canEdit }: SubjectFieldProps) {
  const words = useWords()
  const { common, changeRequests } = words
  const update = useChangeRequestUpdate(useIds())
  const [isEditing, setEditing] = useState(false)
  const shown = subject || common.untitled
  if (!isEditing) {
    return (
      <h1 className="cut">
        {canEdit ? (
          <button
            type="button"
            className="subject cut"
            aria-label={changeRequests.renameSubject(shown)}
            onClick={() => setEditing(true)}
          >
            {shown}
          </button>
        ) : (
          shown
        )}
      </h1>
    )
  }
  const end = (value: string | undefined): void => {
    setEditing(false)
    const next = value?.trim()
    if (next === undefined || next === subject) return
    update.mutate(
      { subject: next },
      { onError: (error) => showToast({ message: describeError(error, words), isError: true }) },
    )
  }
  return (
    <input
      className="input subject-input"
      aria-label={changeRequests.subject}
      defaultValue={subject}
      maxLength={256}
      ref={focusAndSelect}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') end(undefined)
      }}
    />
  )
}

const focusAndSelect = (input: HTMLInputElement | null): void => {
  input?.focus()
  input?.select()
}
