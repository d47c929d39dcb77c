import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { useSiteWords } from '../../locales/features/sites.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { SearchField } from '../../ui/field.tsx'
import { readEmoji } from '../../ui/emoji.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { spacesRead } from '../content/index.ts'

interface SpaceChoiceProps {
  organizationId: string
  /** In the order in which they were chosen, which is the order on the site. */
  value: readonly string[]
  onChange: (spaces: readonly string[]) => void
}

/** With more spaces than this, there is a field to find one. */
const MAX_WITHOUT_SEARCH = 8

/** The spaces that a site shows: those that one administers. */
export function SpaceChoice({ organizationId, value, onChange }: SpaceChoiceProps) {
  const { sites, content, common } = useSiteWords()
  const { data, error, refetch } = useInfiniteQuery(spacesRead(organizationId))
  const [search, setSearch] = useState('')
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows label={common.loading} />
  const usable = data.filter(({ permissions }) => permissions.admin)
  const wanted = search.trim().toLocaleLowerCase()
  const shown = usable.filter(({ title }) => title.toLocaleLowerCase().includes(wanted))
  if (usable.length === 0) return <p className="soft">{sites.noSpaces}</p>
  return (
    <fieldset className="space-choice">
      <legend className="label">{sites.spaces}</legend>
      {usable.length > MAX_WITHOUT_SEARCH && (
        <SearchField label={content.filter} value={search} onChange={setSearch} />
      )}
      <div className="space-choice-list" tabIndex={0} role="group" aria-label={sites.spaces}>
        {shown.map(({ id, title, emoji }) => (
          <Checkbox
            key={id}
            label={`${readEmoji(emoji)} ${title}`.trim()}
            isChecked={value.includes(id)}
            onChange={(isChecked) =>
              onChange(isChecked ? [...value, id] : value.filter((each) => each !== id))
            }
          />
        ))}
        {shown.length === 0 && <p className="soft">{content.noMatch}</p>}
      </div>
    </fieldset>
  )
}
