import { useState } from 'react'
import { call, useWrite } from '../../../api/index.ts'
import { bulkUpsertSiteRedirects, getSiteMissedPaths, listSiteRedirects } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { StructureNode } from '../structure/structure-nodes.ts'
import { useSiteParams } from '../use-site.ts'
import { parseRedirects } from './parse-redirects.ts'

interface AddRedirectsDialogProps {
  nodes: readonly StructureNode[]
  siteAddress: string | undefined
  /** What is written in it at first. */
  initialText?: string
  onClose: () => void
}

/** One redirect or hundreds, a line each, also pasted from a table. */
export function AddRedirectsDialog({
  nodes,
  siteAddress,
  initialText = '',
  onClose,
}: AddRedirectsDialogProps) {
  const words = useSiteWords()
  const { siteAddresses, common } = words
  const params = useSiteParams()
  const [text, setText] = useState(initialText)
  const { redirects, wrong } = parseRedirects(text, nodes, siteAddress)
  const add = useWrite(() => call(bulkUpsertSiteRedirects, { ...params, body: { redirects } }), {
    stale: [listSiteRedirects, getSiteMissedPaths],
    onSuccess: ({ results }) => {
      if (results.some(({ status }) => status === 'error')) return
      showToast({ message: siteAddresses.added(results.length) })
      onClose()
    },
  })
  const refused = add.data?.results.filter(({ status }) => status === 'error') ?? []
  return (
    <FormDialog
      title={siteAddresses.addRedirects}
      isOpen
      width="wide"
      onClose={onClose}
      action={siteAddresses.addCount(redirects.length)}
      cancel={common.cancel}
      onSubmit={() => add.mutate(undefined)}
      isBusy={add.isPending}
      isDisabled={redirects.length === 0 || wrong.length > 0}
      error={add.error ? describeError(add.error, words) : undefined}
    >
      <TextField
        label={siteAddresses.lines}
        help={siteAddresses.linesHelp}
        placeholder={'/old-page, /setup\n/blog, https://blog.example.com'}
        value={text}
        onChange={setText}
        isMultiline
        rows={8}
        autoFocus
      />
      {wrong.length > 0 && text.trim() !== '' && (
        <Notice look="warning" title={siteAddresses.wrongLines}>
          <ul>
            {wrong.slice(0, 5).map(({ line, problem }) => (
              <li key={line}>{siteAddresses.lineProblem(line, siteAddresses.problems[problem])}</li>
            ))}
          </ul>
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice look="danger" title={siteAddresses.refused}>
          <ul>
            {refused.slice(0, 5).map(({ source, error }) => (
              <li key={source}>{`${source}: ${error ?? ''}`}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  )
}
