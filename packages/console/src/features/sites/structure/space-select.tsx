import { useInfiniteQuery } from '@tanstack/react-query'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Select } from '../../../ui/choice.tsx'
import { readEmoji } from '../../../ui/emoji.ts'
import { spacesRead } from '../../content/index.ts'

interface SpaceSelectProps {
  organizationId: string
  value: string
  onChange: (spaceId: string, title: string) => void
  /** A space that stands among the choices although one does not administer it, because it is chosen already. */
  chosen?: { id: string; title: string }
}

/** One of the spaces that one administers: the others cannot be put on a site. */
export function SpaceSelect({ organizationId, value, onChange, chosen }: SpaceSelectProps) {
  const { sites } = useSiteWords()
  const { data = [] } = useInfiniteQuery(spacesRead(organizationId))
  const usable = data.filter(({ id, permissions }) => permissions.admin || id === chosen?.id)
  const choices = usable.map(({ id, title, emoji }) => ({
    value: id,
    label: `${readEmoji(emoji)} ${title}`.trim(),
  }))
  const listed =
    chosen && !choices.some((choice) => choice.value === chosen.id)
      ? [{ value: chosen.id, label: chosen.title }, ...choices]
      : choices
  return (
    <Select
      label={sites.space}
      choices={value === '' ? [{ value: '', label: sites.chooseSpace }, ...listed] : listed}
      value={value}
      onChange={(id) => onChange(id, usable.find((space) => space.id === id)?.title ?? '')}
      help={sites.spaceHelp}
    />
  )
}
