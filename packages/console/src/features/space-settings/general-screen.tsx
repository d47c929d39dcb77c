import { type FormEvent, useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  type DefaultLevel,
  getSpaceById,
  listPermissionsAggregateInSpace,
  listSpacesInOrganizationById,
  type Space,
  updateSpaceById,
} from '../../api/operations.ts'
import { DangerSection } from '../../app/danger-section.tsx'
import { describeError } from '../../app/load-failure.tsx'
import { useLeave } from '../../app/navigation.ts'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { readEmoji } from '../../ui/emoji.ts'
import { EmojiPicker } from '../../ui/emoji-picker.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DefaultLevelField } from '../access/index.ts'
import { useBinSpace } from '../content/index.ts'
import { MergeRulesField, readMergeRules } from '../merge-rules/index.ts'
import { SettingsScreen } from './settings-screen.tsx'

/** Name, emoji, who sees it, how it changes, and the bin. */
export function SpaceGeneralScreen() {
  const { settings } = useSettingsWords()
  return (
    <SettingsScreen title={settings.general}>
      {(space) => (
        <div className="stack">
          <SpaceForm key={space.id} space={space} />
          <DangerZone space={space} />
        </div>
      )}
    </SettingsScreen>
  )
}

function SpaceForm({ space }: { space: Space }) {
  const words = useSettingsWords()
  const { settings, content, common } = words
  const [title, setTitle] = useState(space.title)
  const [emoji, setEmoji] = useState(readEmoji(space.emoji))
  const [editMode, setEditMode] = useState(space.editMode)
  const [level, setLevel] = useState<DefaultLevel>(space.defaultLevel)
  const [mergeRules, setMergeRules] = useState(() => readMergeRules(space.mergeRules))
  const save = useWrite(
    () =>
      call(updateSpaceById, {
        spaceId: space.id,
        body: {
          title: title.trim(),
          emoji: emoji === '' ? null : emoji,
          editMode,
          defaultLevel: level,
          mergeRules,
        },
      }),
    {
      stale: [getSpaceById, listSpacesInOrganizationById, listPermissionsAggregateInSpace],
      onSuccess: () => showToast({ message: settings.saved }),
    },
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!save.isPending && title.trim() !== '') save.mutate(undefined)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <div className="name-fields">
        <EmojiPicker
          label={content.chooseEmoji}
          noneLabel={content.noEmoji}
          otherLabel={content.otherEmoji}
          value={emoji}
          onChange={setEmoji}
        />
        <TextField className="grow" label={settings.name} value={title} onChange={setTitle} />
      </div>
      <DefaultLevelField value={level} onChange={setLevel} inheritLabel={settings.levelInherit} />
      <RadioGroup
        label={settings.editMode}
        choices={[
          { value: 'live', label: settings.editLive, help: settings.editLiveHelp },
          { value: 'locked', label: settings.editLocked, help: settings.editLockedHelp },
        ]}
        value={editMode}
        onChange={setEditMode}
      />
      <MergeRulesField value={mergeRules} onChange={setMergeRules} canInherit />
      {save.error && (
        <p role="alert" className="form-error">
          {describeError(save.error, words)}
        </p>
      )}
      <div className="actions">
        <Button
          type="submit"
          look="primary"
          label={common.save}
          isBusy={save.isPending}
          isDisabled={title.trim() === ''}
        />
      </div>
    </form>
  )
}

function DangerZone({ space }: { space: Space }) {
  const { settings } = useSettingsWords()
  const leave = useLeave()
  const bin = useBinSpace(space.organization)
  return (
    <DangerSection
      text={settings.dangerText}
      action={settings.toBin}
      onPress={() =>
        bin(space, () =>
          leave({
            to: '/orgs/$organizationId/content',
            params: { organizationId: space.organization },
          }),
        )
      }
    />
  )
}
