import { type FormEvent, useState } from 'react'
import { call, useWrite } from '../../../api/index.ts'
import {
  type DefaultLevel,
  getSiteById,
  listPermissionsAggregateInSite,
  listSites,
  type Site,
  updateSiteById,
} from '../../../api/operations.ts'
import { DangerSection } from '../../../app/danger-section.tsx'
import { describeError } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { useSettingsWords } from '../../../locales/features/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Empty } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { DefaultLevelField, EveryoneSection, GrantsSection, type GrantTarget } from '../../access/index.ts'
import { MAX_SITE_TITLE_CHARACTERS, isSiteTitle } from '../site-title.ts'
import { SiteScreen } from '../site-screen.tsx'
import { useSiteParams } from '../use-site.ts'
import { DeleteSiteDialog } from './delete-site-dialog.tsx'

/** The name of a site, who of the organization sees and edits it, and its end. */
export function SiteSettingsScreen() {
  const { sites } = useSiteWords()
  const { settings } = useSettingsWords()
  return (
    <SiteScreen title={settings.title}>
      {(site) =>
        site.permissions.admin ? (
          <SiteSettings site={site} />
        ) : (
          <Empty title={settings.title}>{sites.adminsOnly}</Empty>
        )
      }
    </SiteScreen>
  )
}

function SiteSettings({ site }: { site: Site }) {
  const { siteSettings } = useSiteWords()
  const { organizationId } = useSiteParams()
  const target: GrantTarget = { kind: 'site', siteId: site.id, organizationId }
  return (
    <div className="stack">
      <SiteForm key={site.id} site={site} />
      <GrantsSection target={target} text={siteSettings.givenText} noneText={siteSettings.noneGiven} />
      <EveryoneSection target={target} title={siteSettings.access} />
      <DangerZone site={site} />
    </div>
  )
}

function SiteForm({ site }: { site: Site }) {
  const words = useSiteWords()
  const { settings, siteSettings, content, common } = words
  const params = useSiteParams()
  const [title, setTitle] = useState(site.title)
  const [level, setLevel] = useState<DefaultLevel>(site.defaultLevel)
  const name = title.trim()
  const save = useWrite(
    () => call(updateSiteById, { ...params, body: { title: name, defaultLevel: level } }),
    {
      stale: [getSiteById, listSites, listPermissionsAggregateInSite],
      onSuccess: () => showToast({ message: settings.saved }),
    },
  )
  const isChanged = name !== site.title || level !== site.defaultLevel
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!save.isPending && isSiteTitle(name) && isChanged) save.mutate(undefined)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        label={settings.name}
        value={title}
        onChange={setTitle}
        error={
          name.length > MAX_SITE_TITLE_CHARACTERS ? content.nameTooLong(MAX_SITE_TITLE_CHARACTERS) : undefined
        }
        autoComplete="off"
      />
      <DefaultLevelField
        value={level}
        onChange={setLevel}
        inheritLabel={siteSettings.levelInherit}
        help={siteSettings.defaultLevelHelp}
      />
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
          isDisabled={!isChanged || !isSiteTitle(name)}
        />
      </div>
    </form>
  )
}

function DangerZone({ site }: { site: Site }) {
  const { siteSettings } = useSiteWords()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <DangerSection
      text={siteSettings.deleteText}
      action={siteSettings.deleteSite}
      onPress={() => setDeleting(true)}
    >
      {isDeleting && <DeleteSiteDialog site={site} onClose={() => setDeleting(false)} />}
    </DangerSection>
  )
}
