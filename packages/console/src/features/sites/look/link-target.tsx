import { useQuery } from '@tanstack/react-query'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Select } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { listSiteSpaces } from '../structure/structure-nodes.ts'
import { structureRead, useSiteParams } from '../use-site.ts'

/** What a link leads to, as the API has it. Only the first two kinds are made here; the others are kept as they are. */
export type ContentRef =
  | { kind: 'url'; url: string }
  | { kind: 'space'; space: string }
  | { kind: 'file' | 'page' | 'anchor' | 'user' | 'collection' | 'reusable-content' | 'openapi' }

const URL_KIND = 'url'
const OTHER = 'other'

/** The schemes and forms that a link of a site may have. */
const isLinkUrl = (url: string): boolean => /^(https?:\/\/[^\s/]|mailto:|tel:|#|\/(?!\/))\S*$/i.test(url)

/** Where a link leads: an address, or a space of the site. */
export function LinkTarget({ value, onChange }: { value: ContentRef; onChange: (to: ContentRef) => void }) {
  const { siteLook } = useSiteWords()
  const { data } = useQuery(structureRead(useSiteParams()))
  const spaces = data ? listSiteSpaces(data) : []
  const chosen = value.kind === 'url' ? URL_KIND : value.kind === 'space' ? value.space : OTHER
  return (
    <>
      <Select
        label={siteLook.leadsTo}
        choices={[
          { value: URL_KIND, label: siteLook.toAddress },
          ...spaces.map(({ space, title }) => ({ value: space.id, label: title })),
          ...(chosen === OTHER ||
          (value.kind === 'space' && !spaces.some(({ space }) => space.id === value.space))
            ? [{ value: chosen, label: siteLook.toOther }]
            : []),
        ]}
        value={chosen}
        onChange={(next) => {
          if (next === URL_KIND) onChange({ kind: 'url', url: 'https://' })
          else if (next !== OTHER) onChange({ kind: 'space', space: next })
        }}
      />
      {value.kind === 'url' && (
        <TextField
          label={siteLook.linkAddress}
          value={value.url}
          onChange={(url) => onChange({ kind: 'url', url: url.trim() })}
          error={isLinkUrl(value.url) || value.url === 'https://' ? undefined : siteLook.wrongLink}
        />
      )}
    </>
  )
}
