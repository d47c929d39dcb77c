import { useState } from 'react'
import type { RevisionPage } from '../../../api/operations.ts'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Switch } from '../../../ui/choice.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { sliders } from '../../../ui/icon-paths.ts'
import { type PageOptions, usePageOptions } from './use-page-options.ts'

type Layout = NonNullable<PageOptions['layout']>

const layoutParts = [
  'title',
  'description',
  'cover',
  'tableOfContents',
  'outline',
  'pagination',
] as const satisfies readonly (keyof Layout)[]

/** Opens what belongs to a page besides its text: its path, what its readers see around it, whether it is listed. */
export function PageOptionsButton({ page }: { page: RevisionPage }) {
  const { writing } = useWritingWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        look="quiet"
        isIconOnly
        icon={sliders}
        label={writing.pageOptions}
        onPress={() => setOpen(true)}
      />
      {isOpen && <PageOptionsDialog page={page} onClose={() => setOpen(false)} />}
    </>
  )
}

interface PageOptionsDialogProps {
  page: RevisionPage
  onClose: () => void
}

function PageOptionsDialog({ page, onClose }: PageOptionsDialogProps) {
  const { common, writing } = useWritingWords()
  const [slug, setSlug] = useState(page.slug ?? '')
  const [isHidden, setHidden] = useState(page.hidden === true)
  const [layout, setLayout] = useState<Partial<Layout>>({})
  const options = usePageOptions(page.id)
  const isShown = (part: (typeof layoutParts)[number]): boolean => layout[part] ?? page.layout?.[part] ?? true
  const isWide = (layout.width ?? page.layout?.width) === 'wide'
  const changes: PageOptions = {
    ...(slug.trim() !== '' && slug.trim() !== page.slug && { slug: slug.trim() }),
    ...(isHidden !== (page.hidden === true) && { hidden: isHidden }),
    ...(Object.keys(layout).length > 0 && { layout }),
  }
  return (
    <FormDialog
      title={writing.pageOptions}
      isOpen
      onClose={onClose}
      action={common.save}
      cancel={common.cancel}
      isBusy={options.isPending}
      isDisabled={Object.keys(changes).length === 0}
      onSubmit={() => options.change(changes, onClose)}
    >
      <TextField
        label={writing.slug}
        help={writing.slugHelp}
        value={slug}
        onChange={setSlug}
        maxLength={100}
      />
      <Switch label={writing.hide} isChecked={isHidden} onChange={setHidden} />
      <Switch
        label={writing.wide}
        isChecked={isWide}
        onChange={(isOn) => setLayout({ ...layout, width: isOn ? 'wide' : 'default' })}
      />
      <fieldset className="field">
        <legend>{writing.shownParts}</legend>
        {layoutParts.map((part) => (
          <Checkbox
            key={part}
            label={writing.layoutParts[part]}
            isChecked={isShown(part)}
            onChange={(isOn) => setLayout({ ...layout, [part]: isOn })}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
