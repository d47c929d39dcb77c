import { type FormEvent, useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import { getSiteById, type Site, updateSiteById } from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useSiteWords } from '../../locales/features/sites.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { parseOrigins } from './parse-origins.ts'
import { useSiteParams } from './use-site.ts'

/** The websites that may show a site in a frame, and what they write to do so. */
export function EmbeddingSection({ site, address }: { site: Site; address: string }) {
  const { siteMachines } = useSiteWords()
  const isOpen = site.visibility === 'public' || site.visibility === 'unlisted'
  const isEmbedded = site.embedding.origins.length > 0
  if (!site.permissions.admin && !isEmbedded) return null
  return (
    <section aria-labelledby="embedding">
      <div className="section-head">
        <h2 id="embedding">{siteMachines.embedding}</h2>
      </div>
      <div className="form">
        {site.permissions.admin && (
          <OriginsForm key={site.embedding.origins.join('\n')} origins={site.embedding.origins} />
        )}
        {isEmbedded && (
          <>
            {!isOpen && <Notice title={siteMachines.embeddingNeedsProof} />}
            <p className="soft">{siteMachines.embeddingCode}</p>
            <pre className="site-code" tabIndex={0}>
              <code>{writeFrame(address, site.title)}</code>
            </pre>
          </>
        )}
      </div>
    </section>
  )
}

function OriginsForm({ origins }: { origins: string[] }) {
  const words = useSiteWords()
  const { settings, siteMachines, common } = words
  const params = useSiteParams()
  const [text, setText] = useState(origins.join('\n'))
  const parsed = parseOrigins(text)
  const save = useWrite(
    () => call(updateSiteById, { ...params, body: { embedding: { origins: parsed.origins } } }),
    { stale: [getSiteById], onSuccess: () => showToast({ message: settings.saved }) },
  )
  const canSave = parsed.wrongLine === undefined && parsed.origins.join('\n') !== origins.join('\n')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (canSave && !save.isPending) save.mutate(undefined)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextField
        isMultiline
        label={siteMachines.embedOrigins}
        help={siteMachines.embedOriginsHelp}
        value={text}
        onChange={setText}
        error={parsed.wrongLine === undefined ? undefined : siteMachines.wrongOrigin(parsed.wrongLine)}
        rows={3}
      />
      {save.error && (
        <p role="alert" className="form-error">
          {describeError(save.error, words)}
        </p>
      )}
      <div className="actions">
        <Button type="submit" label={common.save} isBusy={save.isPending} isDisabled={!canSave} />
      </div>
    </form>
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What a website writes to show the site. The title is text of a person: it must not end the attribute. */
const writeFrame = (address: string, title: string): string =>
  `<iframe\n  src="${address}"\n  title="${title.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')}"\n  width="100%"\n  height="640"\n  loading="lazy"\n></iframe>`
