import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, isStatus, read, useWrite } from '../../../api/index.ts'
import {
  getSiteAdaptiveSchema,
  getSitePublishingPreviewById,
  updateSiteAdaptiveSchema,
} from '../../../api/operations.ts'
import { describeError, LoadFailure } from '../../../app/load-failure.tsx'
import { useFailureToast } from '../../../app/use-failure-toast.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Segmented } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { plus, trashCan } from '../../../ui/icon-paths.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useSiteParams } from '../use-site.ts'
import { type Claim, listClaims, writeClaimsSchema, writeVisitor } from './claims-schema.ts'

/** What is known about visitors, for conditions: as a form, as JSON, and a look at the site as one of them. */
export function ClaimsSection() {
  const { siteAudience, common } = useSiteWords()
  const params = useSiteParams()
  const schema = useQuery({
    ...read(getSiteAdaptiveSchema, params),
    // A site without a schema answers 404.
    retry: false,
  })
  const isMissing = isStatus(schema.error, 404)
  return (
    <section aria-labelledby="claims">
      <div className="section-head">
        <h2 id="claims">{siteAudience.claims}</h2>
      </div>
      <p className="soft">{siteAudience.claimsText}</p>
      {schema.error && !isMissing ? (
        <LoadFailure error={schema.error} onRetry={() => void schema.refetch()} />
      ) : schema.data || isMissing ? (
        <ClaimsForm jsonSchema={schema.data?.jsonSchema} />
      ) : (
        <SkeletonRows rows={2} label={common.loading} />
      )}
    </section>
  )
}

const writeJson = (claims: readonly Claim[]): string =>
  JSON.stringify(writeClaimsSchema(claims), undefined, 2)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function ClaimsForm({ jsonSchema }: { jsonSchema: unknown }) {
  const words = useSiteWords()
  const { siteAudience } = words
  const params = useSiteParams()
  const [form, setForm] = useState<'list' | 'json'>('list')
  const [claims, setClaims] = useState<readonly Claim[]>(() => listClaims(jsonSchema))
  const [text, setText] = useState('')
  const written = form === 'json' ? readJson(text) : writeClaimsSchema(claims)
  const save = useWrite(() => call(updateSiteAdaptiveSchema, { ...params, body: { jsonSchema: written } }), {
    stale: [getSiteAdaptiveSchema],
    onSuccess: () => showToast({ message: words.settings.saved }),
  })
  const choose = (next: 'list' | 'json'): void => {
    if (next === 'json') setText(writeJson(claims))
    else if (readJson(text) !== undefined) setClaims(listClaims(readJson(text)))
    setForm(next)
  }
  const names = claims.map(getClaimKey)
  const isWrong =
    form === 'json'
      ? written === undefined
      : claims.some(({ name }) => name.trim() === '') || new Set(names).size < names.length
  return (
    <div className="form">
      <Segmented
        label={siteAudience.claimsForm}
        choices={[
          { value: 'list', label: siteAudience.claimsList },
          { value: 'json', label: 'JSON' },
        ]}
        value={form}
        onChange={choose}
      />
      {form === 'json' ? (
        <TextField
          label={siteAudience.claimsJson}
          value={text}
          onChange={setText}
          isMultiline
          rows={12}
          error={written === undefined ? siteAudience.wrongJson : undefined}
        />
      ) : (
        <ClaimList claims={claims} onChange={setClaims} />
      )}
      {save.error && (
        <p role="alert" className="form-error">
          {describeError(save.error, words)}
        </p>
      )}
      <div className="actions">
        <Button
          look="primary"
          label={siteAudience.saveClaims}
          isBusy={save.isPending}
          isDisabled={isWrong}
          onPress={() => save.mutate(undefined)}
        />
        {form === 'list' && (
          <Button
            icon={plus}
            label={siteAudience.addClaim}
            onPress={() => setClaims([...claims, { name: '', description: '', isUnsigned: false }])}
          />
        )}
      </div>
      {form === 'list' && claims.length > 0 && <VisitorPreview claims={claims} />}
    </div>
  )
}

interface ClaimListProps {
  claims: readonly Claim[]
  onChange: (claims: readonly Claim[]) => void
}

function ClaimList({ claims, onChange }: ClaimListProps) {
  const { siteAudience } = useSiteWords()
  const change = (index: number, changes: Partial<Claim>): void =>
    onChange(claims.map((claim, at) => (at === index ? Object.assign({}, claim, changes) : claim)))
  return (
    <ul className="claims">
      {claims.map((claim, index) => (
        <li key={index}>
          <TextField
            label={siteAudience.claimName}
            value={claim.name}
            onChange={(name) => change(index, { name })}
            placeholder="isBeta"
            maxLength={100}
          />
          <TextField
            className="grow"
            label={siteAudience.claimDescription}
            value={claim.description}
            onChange={(description) => change(index, { description })}
            maxLength={500}
          />
          <Checkbox
            label={siteAudience.isUnsigned}
            isChecked={claim.isUnsigned}
            onChange={(isUnsigned) => change(index, { isUnsigned })}
          />
          <Button
            look="quiet"
            isIconOnly
            icon={trashCan}
            label={siteAudience.removeClaim(claim.name)}
            onPress={() => onChange(claims.filter((_, at) => at !== index))}
          />
        </li>
      ))}
    </ul>
  )
}

/** A signed claim and one that is not may have the same name. */
const getClaimKey = ({ name, isUnsigned }: Claim): string => `${isUnsigned} ${name}`

/** Opens the site as a visitor for whom some of the claims are true. */
function VisitorPreview({ claims }: { claims: readonly Claim[] }) {
  const { siteAudience } = useSiteWords()
  const params = useSiteParams()
  const fail = useFailureToast()
  const [trueNames, setTrueNames] = useState<readonly string[]>([])
  const named = claims.filter(({ name }) => name.trim() !== '')
  const open = useWrite(
    async () => {
      const visitor = writeVisitor(named, (claim) => trueNames.includes(getClaimKey(claim)))
      const { url } = await call(getSitePublishingPreviewById, { ...params, query: { claims: visitor } })
      window.open(url, '_blank', 'noopener')
    },
    { stale: [] },
  )
  return (
    <fieldset className="field plain-legend">
      <legend className="label">{siteAudience.visitor}</legend>
      {named.map((claim) => (
        <Checkbox
          key={getClaimKey(claim)}
          label={claim.name}
          isChecked={trueNames.includes(getClaimKey(claim))}
          onChange={(isTrue) =>
            setTrueNames(
              isTrue
                ? [...trueNames, getClaimKey(claim)]
                : trueNames.filter((each) => each !== getClaimKey(claim)),
            )
          }
        />
      ))}
      <div>
        <Button
          label={siteAudience.seeAsVisitor}
          isBusy={open.isPending}
          onPress={() => open.mutate(undefined, { onError: fail })}
        />
      </div>
    </fieldset>
  )
}
