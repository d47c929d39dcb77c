import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import { getTranslation, type Translation, updateTranslation } from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { useTranslationWords } from '../../locales/features/translations.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

const MAX_INSTRUCTIONS_CHARACTERS = 20_000

interface InstructionsProps {
  organizationId: string
  translation: Translation
}

const loadMarkdown = () => import('./instructions-markdown.ts')

/** What the translator is told besides the text. */
export function InstructionsSection({ organizationId, translation }: InstructionsProps) {
  const { translations, common } = useTranslationWords()
  const [isEditing, setEditing] = useState(false)
  const {
    data: text,
    error,
    refetch,
  } = useQuery({
    queryKey: ['instructions', translation.instructions],
    queryFn: async () => (await loadMarkdown()).writeInstructions(translation.instructions),
  })
  return (
    <section aria-labelledby="instructions">
      <div className="section-head">
        <h2 id="instructions">{translations.instructions}</h2>
        {translation.permissions.edit && text !== undefined && (
          <Button label={translations.editInstructions} onPress={() => setEditing(true)} />
        )}
      </div>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : text === undefined ? (
        <SkeletonRows rows={1} label={common.loading} />
      ) : text === '' ? (
        <p className="soft">{translations.noInstructions}</p>
      ) : (
        <p className="instructions">{text}</p>
      )}
      {isEditing && text !== undefined && (
        <InstructionsDialog
          organizationId={organizationId}
          translation={translation}
          text={text}
          onClose={() => setEditing(false)}
        />
      )}
    </section>
  )
}

function InstructionsDialog({
  organizationId,
  translation,
  text,
  onClose,
}: InstructionsProps & { text: string; onClose: () => void }) {
  const words = useTranslationWords()
  const { translations, common } = words
  const [edited, setEdited] = useState(text)
  const save = useWrite(
    async () => {
      const instructions = (await loadMarkdown()).readInstructions(edited)
      return call(updateTranslation, {
        organizationId,
        translationId: translation.id,
        body: { instructions },
      })
    },
    { stale: [getTranslation], onSuccess: onClose },
  )
  return (
    <FormDialog
      title={translations.editInstructions}
      isOpen
      onClose={onClose}
      action={common.save}
      cancel={common.cancel}
      onSubmit={() => save.mutate(undefined)}
      isBusy={save.isPending}
      error={save.error ? describeError(save.error, words) : undefined}
    >
      <TextField
        label={translations.instructions}
        help={translations.instructionsHelp}
        isMultiline
        rows={8}
        maxLength={MAX_INSTRUCTIONS_CHARACTERS}
        value={edited}
        onChange={setEdited}
        autoFocus
      />
    </FormDialog>
  )
}
