import { useState } from 'react'
import { call, useWrite } from '../../api/index.ts'
import {
  createOpenAPISpec,
  createOrUpdateOpenAPISpecBySlug,
  getOpenAPISpecBySlug,
  listOpenAPISpecs,
  listOpenAPISpecVersions,
  type OpenAPISpec,
} from '../../api/operations.ts'
import { describeError } from '../../app/load-failure.tsx'
import { useSpecWords } from '../../locales/features/openapi.ts'
import { Segmented } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'

interface SpecDialogProps {
  organizationId: string
  /** The one to replace. Without it, one is added. */
  spec?: OpenAPISpec
  onClose: () => void
  onSaved: (spec: OpenAPISpec) => void
}

/** A spec by its address, pasted, or from a file of this computer. */
export function SpecDialog({ organizationId, spec, onClose, onSaved }: SpecDialogProps) {
  const words = useSpecWords()
  const { openapi, common } = words
  const [slug, setSlug] = useState(spec?.slug ?? '')
  const [kind, setKind] = useState<'url' | 'text'>('url')
  const [url, setUrl] = useState(spec?.sourceURL ?? '')
  const [text, setText] = useState('')
  const source = kind === 'url' ? { url: url.trim() } : { text }
  const save = useWrite(
    () =>
      spec
        ? call(createOrUpdateOpenAPISpecBySlug, { organizationId, specSlug: spec.slug, body: { source } })
        : call(createOpenAPISpec, { organizationId, body: { slug: slug.trim(), source } }),
    {
      stale: [listOpenAPISpecs, getOpenAPISpecBySlug, listOpenAPISpecVersions],
      onSuccess: (saved) => onSaved(saved),
    },
  )
  const isReady = slug.trim() !== '' && (kind === 'url' ? url : text).trim() !== ''
  return (
    <FormDialog
      title={spec ? openapi.replace : openapi.add}
      isOpen
      onClose={onClose}
      action={spec ? openapi.replace : openapi.add}
      cancel={common.cancel}
      onSubmit={() => save.mutate(undefined)}
      isBusy={save.isPending}
      isDisabled={!isReady}
      error={save.error ? describeError(save.error, words) : undefined}
    >
      {!spec && (
        <TextField
          label={openapi.slug}
          help={openapi.slugHelp}
          value={slug}
          onChange={setSlug}
          autoFocus
          autoComplete="off"
        />
      )}
      <div className="field">
        <span className="label">{openapi.source}</span>
        <Segmented
          label={openapi.source}
          choices={[
            { value: 'url', label: openapi.sourceUrl },
            { value: 'text', label: openapi.sourceText },
          ]}
          value={kind}
          onChange={setKind}
        />
      </div>
      {kind === 'url' ? (
        <TextField
          label={openapi.sourceUrl}
          help={openapi.urlHelp}
          type="url"
          value={url}
          onChange={setUrl}
          placeholder="https://api.example.com/openapi.yaml"
        />
      ) : (
        <SpecText text={text} onChange={setText} />
      )}
    </FormDialog>
  )
}

/** The text of a spec, pasted or read from a file. */
function SpecText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { openapi } = useSpecWords()
  return (
    <>
      <label className="field">
        <span className="label">{openapi.sourceFile}</span>
        <input
          className="input"
          type="file"
          accept=".json,.yaml,.yml"
          onChange={(event) => void event.target.files?.[0]?.text().then(onChange)}
        />
      </label>
      <TextField
        label={openapi.sourceText}
        help={openapi.textHelp}
        isMultiline
        rows={8}
        value={text}
        onChange={onChange}
      />
    </>
  )
}
