import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import { deleteOrganizationById, type Organization } from '../../api/operations.ts'
import { DangerSection } from '../../app/danger-section.tsx'
import { describeError } from '../../app/load-failure.tsx'
import { useSettingsWords } from '../../locales/features/settings.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** The end of an organization, after its name was typed. */
export function DeleteOrganization({ organization }: { organization: Organization }) {
  const words = useSettingsWords()
  const { settings, common } = words
  const [isAsking, setAsking] = useState(false)
  const remove = useWrite(
    () => call(deleteOrganizationById, { organizationId: organization.id }),
    // Everything that this page knows is gone, so it begins anew.
    { stale: [], onSuccess: () => location.replace('/app/') },
  )
  return (
    <DangerSection
      text={settings.deleteOrganizationText}
      action={settings.deleteOrganization}
      onPress={() => setAsking(true)}
    >
      {isAsking && (
        <ConfirmDialog
          title={settings.deleteOrganizationTitle(organization.title)}
          explanation={settings.deleteOrganizationText}
          name={organization.title}
          nameLabel={common.typeToConfirm(organization.title)}
          isOpen
          onClose={() => setAsking(false)}
          action={settings.deleteOrganization}
          cancel={common.cancel}
          onSubmit={() => remove.mutate(undefined)}
          isBusy={remove.isPending || remove.isSuccess}
          error={remove.error ? describeError(remove.error, words) : undefined}
        />
      )}
    </DangerSection>
  )
}
