import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SiteVisibility } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useSiteWords } from '../../locales/features/sites.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup, Segmented, Switch } from '../../ui/choice.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog, FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/states.tsx'
import { lookPresets } from './look-presets.ts'
import { PresetChoice } from './preset-choice.tsx'
import { isSiteTitle, MAX_SITE_TITLE_CHARACTERS } from './site-title.ts'
import { SpaceChoice } from './space-choice.tsx'
import { type CreatedSite, type NewSite, useCreateSite } from './use-create-site.ts'

interface CreateSiteDialogProps {
  organizationId: string
  onClose: () => void
}

/** A new site: what it shows, how it looks, and whether readers see it at once. */
export function CreateSiteDialog({ organizationId, onClose }: CreateSiteDialogProps) {
  const words = useSiteWords()
  const { sites, common } = words
  const create = useCreateSite(organizationId)
  const [title, setTitle] = useState('')
  const [start, setStart] = useState<'spaces' | 'repository' | 'template' | 'empty'>('spaces')
  const [spaces, setSpaces] = useState<readonly string[]>([])
  const [arrangement, setArrangement] = useState<NewSite['arrangement']>('sections')
  const [url, setUrl] = useState('')
  const [branch, setBranch] = useState('main')
  const [presetId, setPresetId] = useState('plain')
  const [isPublished, setPublished] = useState(false)
  const [visibility, setVisibility] = useState<SiteVisibility>('public')
  const name = title.trim()
  const submit = (): void =>
    create.mutate({
      title: name,
      spaces: start === 'spaces' ? spaces : start === 'repository' ? 'empty' : start,
      ...(start === 'repository' && { repository: { url: url.trim(), branch: branch.trim() } }),
      arrangement,
      look: lookPresets.find(({ id }) => id === presetId)?.settings ?? {},
      visibility,
      isPublished,
    })
  if (create.data)
    return <CreatedSiteDialog organizationId={organizationId} created={create.data} onClose={onClose} />
  return (
    <FormDialog
      title={sites.newSite}
      isOpen
      width="wide"
      onClose={onClose}
      action={isPublished ? sites.createAndPublish : sites.createSite}
      cancel={common.cancel}
      onSubmit={submit}
      isBusy={create.isPending}
      isDisabled={
        !isSiteTitle(name) ||
        (start === 'spaces' && spaces.length === 0) ||
        (start === 'repository' && (url.trim() === '' || branch.trim() === ''))
      }
      error={create.error ? describeError(create.error, words) : undefined}
    >
      <div className="site-form">
        <TextField
          label={sites.name}
          value={title}
          onChange={setTitle}
          placeholder={sites.namePlaceholder}
          error={
            name.length > MAX_SITE_TITLE_CHARACTERS
              ? words.content.nameTooLong(MAX_SITE_TITLE_CHARACTERS)
              : undefined
          }
          autoFocus
          autoComplete="off"
        />
        <RadioGroup
          label={sites.shows}
          choices={[
            { value: 'spaces', label: sites.startSpaces, help: sites.startSpacesHelp },
            { value: 'repository', label: sites.startRepository, help: sites.startRepositoryHelp },
            { value: 'template', label: sites.startTemplate, help: sites.startTemplateHelp },
            { value: 'empty', label: sites.startEmpty, help: sites.startEmptyHelp },
          ]}
          value={start}
          onChange={setStart}
        />
        {start === 'spaces' && (
          <SpaceChoice organizationId={organizationId} value={spaces} onChange={setSpaces} />
        )}
        {start === 'repository' && (
          <>
            <TextField
              label={words.settings.gitUrl}
              help={words.settings.gitUrlHelp}
              value={url}
              onChange={setUrl}
              type="url"
            />
            <TextField label={words.settings.gitRef} value={branch} onChange={setBranch} />
          </>
        )}
        {start === 'spaces' && spaces.length > 1 && (
          <RadioGroup
            label={sites.arrangement}
            choices={[
              { value: 'sections', label: sites.asSections, help: sites.asSectionsHelp },
              { value: 'variants', label: sites.asVariants, help: sites.asVariantsHelp },
            ]}
            value={arrangement}
            onChange={setArrangement}
          />
        )}
        <PresetChoice label={sites.look} value={presetId} onChange={setPresetId} />
        <Switch
          label={sites.publishNow}
          help={sites.publishNowHelp}
          isChecked={isPublished}
          onChange={setPublished}
        />
        {isPublished && (
          <Segmented
            label={sites.visibility}
            choices={[
              { value: 'public', label: sites.visibilityPublic },
              { value: 'unlisted', label: sites.visibilityUnlisted },
              { value: 'share-link', label: sites.visibilityShared },
            ]}
            value={visibility}
            onChange={setVisibility}
          />
        )}
      </div>
    </FormDialog>
  )
}

interface CreatedSiteDialogProps {
  organizationId: string
  created: CreatedSite
  onClose: () => void
}

/** Where the new site is, and what to do next. */
function CreatedSiteDialog({ organizationId, created: { site, failure }, onClose }: CreatedSiteDialogProps) {
  const words = useSiteWords()
  const { sites, common } = words
  const address = site.urls.published
  return (
    <Dialog title={sites.created(site.title)} isOpen onClose={onClose}>
      {failure !== undefined && (
        <Notice title={sites.createdPartly} look="warning">
          {describeError(failure, words)}
        </Notice>
      )}
      {address === undefined ? (
        <p>{sites.createdUnpublished}</p>
      ) : (
        <CopyField
          label={sites.address}
          value={address}
          copyLabel={common.copy}
          copiedLabel={common.copied}
        />
      )}
      <div className="dialog-actions">
        <Button look="quiet" label={common.close} onPress={onClose} />
        {address !== undefined && (
          <a className="btn outline" href={address} target="_blank" rel="noreferrer">
            {sites.openSite}
          </a>
        )}
        <Link
          className="btn primary"
          to="/orgs/$organizationId/sites/$siteId"
          params={{ organizationId, siteId: site.id }}
        >
          {sites.goOn}
        </Link>
      </div>
    </Dialog>
  )
}
