import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read, useWrite } from '../../../api/index.ts'
import {
  getSitePublishingAuthById,
  regenerateSitePublishingAuthById,
  type Site,
  type SitePublishingAuth,
  updateSitePublishingAuthById,
} from '../../../api/operations.ts'
import { describeError, LoadFailure } from '../../../app/load-failure.tsx'
import { type SiteWords, useSiteWords } from '../../../locales/features/sites.ts'
import { useFormats } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/choice.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice, SkeletonRows } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useSiteParams } from '../use-site.ts'
import { checkToken, type TokenVerdict } from './check-token.ts'
import { codeSamples } from './code-samples.ts'

/** Signed tokens of one's own sign-in: the key, where others are sent, code to copy, and a test. */
export function VisitorAuth({ site }: { site: Site }) {
  const { siteAudience, common } = useSiteWords()
  const params = useSiteParams()
  const auth = useQuery(read(getSitePublishingAuthById, params))
  return (
    <section aria-labelledby="visitor-auth">
      <div className="section-head">
        <h2 id="visitor-auth">{siteAudience.signIn}</h2>
      </div>
      <p className="soft">{siteAudience.signInText}</p>
      {auth.error ? (
        <LoadFailure error={auth.error} onRetry={() => void auth.refetch()} />
      ) : auth.data ? (
        <AuthForms key={auth.data.privateKey} site={site} auth={auth.data} />
      ) : (
        <SkeletonRows rows={2} label={common.loading} />
      )}
    </section>
  )
}

function AuthForms({ site, auth }: { site: Site; auth: SitePublishingAuth }) {
  const words = useSiteWords()
  const { siteAudience, common } = words
  const params = useSiteParams()
  const [fallback, setFallback] = useState(auth.fallbackURL ?? '')
  const [isReplacing, setReplacing] = useState(false)
  const stale = { stale: [getSitePublishingAuthById] }
  const save = useWrite(
    () =>
      call(updateSitePublishingAuthById, {
        ...params,
        body: { fallbackURL: fallback.trim() === '' ? null : fallback.trim() },
      }),
    { ...stale, onSuccess: () => showToast({ message: words.settings.saved }) },
  )
  const replace = useWrite(() => call(regenerateSitePublishingAuthById, params), {
    ...stale,
    onSuccess: () => setReplacing(false),
  })
  return (
    <div className="form">
      <CopyField
        label={siteAudience.key}
        value={auth.privateKey}
        copyLabel={common.copy}
        copiedLabel={common.copied}
      />
      <div>
        <Button look="danger" label={siteAudience.replaceKey} onPress={() => setReplacing(true)} />
      </div>
      <div className="form">
        <TextField
          label={siteAudience.fallback}
          help={siteAudience.fallbackHelp}
          placeholder="https://"
          value={fallback}
          onChange={setFallback}
          error={save.error ? describeError(save.error, words) : undefined}
        />
        <div>
          <Button
            label={common.save}
            isBusy={save.isPending}
            isDisabled={fallback.trim() === (auth.fallbackURL ?? '')}
            onPress={() => save.mutate(undefined)}
          />
        </div>
      </div>
      <CodeSample address={site.urls.published ?? 'https://docs.example.com/'} />
      <TokenTest privateKey={auth.privateKey} />
      {isReplacing && (
        <ConfirmDialog
          title={siteAudience.replaceKey}
          isOpen
          onClose={() => setReplacing(false)}
          action={siteAudience.replaceKey}
          cancel={common.cancel}
          onSubmit={() => replace.mutate(undefined)}
          isBusy={replace.isPending}
          error={replace.error ? describeError(replace.error, words) : undefined}
          explanation={siteAudience.replaceKeyText}
          name={site.title}
          nameLabel={common.typeToConfirm(site.title)}
        />
      )}
    </div>
  )
}

const sampleNames = Object.keys(codeSamples)

/** Code to copy, in the language of the back end. */
function CodeSample({ address }: { address: string }) {
  const { siteAudience } = useSiteWords()
  const [name, setName] = useState(sampleNames[0] ?? '')
  return (
    <div className="form">
      <Select
        label={siteAudience.code}
        choices={sampleNames.map((value) => ({ value, label: value }))}
        value={name}
        onChange={setName}
      />
      <pre className="site-code" tabIndex={0}>
        <code>{codeSamples[name]?.(address)}</code>
      </pre>
    </div>
  )
}

/** Says what is wrong with a token that was pasted. */
function TokenTest({ privateKey }: { privateKey: string }) {
  const { siteAudience } = useSiteWords()
  const { dateTime } = useFormats()
  const [token, setToken] = useState('')
  const [verdict, setVerdict] = useState<TokenVerdict>()
  return (
    <div className="form">
      <TextField
        label={siteAudience.token}
        help={siteAudience.tokenHelp}
        value={token}
        onChange={setToken}
        isMultiline
        rows={3}
      />
      <div>
        <Button
          label={siteAudience.testToken}
          isDisabled={token.trim() === ''}
          onPress={() => void checkToken(token, privateKey).then(setVerdict)}
        />
      </div>
      {verdict && (
        <Notice
          look={verdict.kind === 'valid' ? 'success' : 'danger'}
          title={describeVerdict(verdict, siteAudience, dateTime)}
        >
          {verdict.kind === 'valid' ? JSON.stringify(verdict.claims) : undefined}
        </Notice>
      )}
    </div>
  )
}

function describeVerdict(
  verdict: TokenVerdict,
  words: SiteWords['siteAudience'],
  dateTime: (date: Date) => string,
): string {
  switch (verdict.kind) {
    case 'valid':
      return verdict.expires ? words.tokenValidUntil(dateTime(verdict.expires)) : words.tokenValid
    case 'expired':
      return words.tokenExpired(dateTime(verdict.at))
    case 'not-a-token':
      return words.tokenBroken
    case 'wrong-algorithm':
      return words.tokenAlgorithm
    case 'wrong-key':
      return words.tokenKey
  }
}
