import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, useWrite } from '../../../api/index.ts'
import { getSiteCustomizationById } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Select } from '../../../ui/choice.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { sitesRead, useSiteParams } from '../use-site.ts'
import { type LookValues, readValues } from './look-values.ts'

interface CopyLookDialogProps {
  onCopy: (values: LookValues) => void
  onClose: () => void
}

/** Takes the settings of another site, all but its title. Nothing is saved yet. */
export function CopyLookDialog({ onCopy, onClose }: CopyLookDialogProps) {
  const words = useSiteWords()
  const { siteLook, sites, common } = words
  const { organizationId, siteId } = useSiteParams()
  const { data = [] } = useInfiniteQuery(sitesRead(organizationId))
  const others = data.filter(({ id }) => id !== siteId)
  const [chosen, setChosen] = useState<string>()
  const from = chosen ?? others[0]?.id
  const copy = useWrite((id: string) => call(getSiteCustomizationById, { organizationId, siteId: id }), {
    stale: [],
    onSuccess: (customization) => onCopy(readValues(customization)),
  })
  return (
    <FormDialog
      title={siteLook.copyFrom}
      isOpen
      onClose={onClose}
      action={siteLook.copyLook}
      cancel={common.cancel}
      onSubmit={() => from !== undefined && copy.mutate(from)}
      isBusy={copy.isPending}
      isDisabled={from === undefined}
      error={copy.error ? describeError(copy.error, words) : undefined}
    >
      {from === undefined ? (
        <p>{siteLook.noOtherSite}</p>
      ) : (
        <Select
          label={sites.site}
          choices={others.map(({ id, title }) => ({ value: id, label: title }))}
          value={from}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  )
}
