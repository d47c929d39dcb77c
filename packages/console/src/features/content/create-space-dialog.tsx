import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../api/index.ts'
import { listTemplates } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useGo } from '../../app/navigation.ts'
import { useWords } from '../../locales/index.ts'
import { RadioGroup, Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { readEmoji } from '../../ui/emoji.ts'
import type { ContentDialogProps } from './content-dialogs.tsx'
import type { SpaceStart } from './content-dialog-state.ts'
import { isName, NameFields } from './name-fields.tsx'
import { PlaceSelect } from './place-select.tsx'
import { useContentWrites } from './use-content-writes.ts'

interface CreateSpaceDialogProps extends ContentDialogProps {
  parent: string | undefined
  start: SpaceStart
}

/** A new space, empty or from a template. */
export function CreateSpaceDialog({
  organizationId,
  parent: firstParent,
  start: firstStart,
  onClose,
}: CreateSpaceDialogProps) {
  const words = useWords()
  const { content, common } = words
  const go = useGo()
  const { createSpace } = useContentWrites(organizationId)
  const { data: templates } = useQuery(read(listTemplates))
  const [title, setTitle] = useState('')
  const [emoji, setEmoji] = useState('')
  const [parent, setParent] = useState(firstParent)
  const [start, setStart] = useState(firstStart)
  const [templateId, setTemplateId] = useState<string>()
  // Templates that refer to other content need questions that this dialog does not ask.
  const usable = (templates?.items ?? []).filter(({ contentRefs }) => contentRefs.length === 0)
  const template =
    start === 'template' ? (usable.find(({ id }) => id === templateId) ?? usable[0]) : undefined
  const name = title.trim() === '' ? (template?.title ?? '') : title.trim()
  const submit = (): void =>
    createSpace.mutate(
      {
        title: name,
        ...(emoji !== '' && { emoji }),
        ...(parent !== undefined && { parent }),
        ...(template && { template: { id: template.id } }),
      },
      {
        onSuccess: ({ id }) => {
          onClose()
          const params = { spaceId: id }
          if (start === 'import') go({ to: '/spaces/$spaceId/import', params })
          else go({ to: '/spaces/$spaceId', params })
        },
      },
    )
  return (
    <FormDialog
      title={content.newSpace}
      isOpen
      onClose={onClose}
      action={content.createSpace}
      cancel={common.cancel}
      onSubmit={submit}
      isBusy={createSpace.isPending}
      isDisabled={!isName(name) || (start === 'template' && !template)}
      error={createSpace.error ? describeError(createSpace.error, words) : undefined}
    >
      <NameFields
        title={title}
        onTitleChange={setTitle}
        placeholder={template?.title ?? content.namePlaceholder}
        emoji={emoji}
        onEmojiChange={setEmoji}
      />
      <PlaceSelect organizationId={organizationId} value={parent} onChange={setParent} />
      <RadioGroup
        label={content.startWith}
        choices={[
          { value: 'empty', label: content.startEmpty, help: content.startEmptyHelp },
          { value: 'import', label: content.startImport, help: content.startImportHelp },
          { value: 'template', label: content.startTemplate, help: content.startTemplateHelp },
        ]}
        value={start}
        onChange={setStart}
      />
      {template && (
        <Select
          label={content.template}
          choices={usable.map((each) => ({
            value: each.id,
            label: `${readEmoji(each.emoji)} ${each.title}`.trim(),
          }))}
          value={template.id}
          onChange={setTemplateId}
          help={content.templateNote(template.pages, template.subtitle)}
        />
      )}
    </FormDialog>
  )
}
