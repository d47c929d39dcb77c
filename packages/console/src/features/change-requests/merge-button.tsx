import { useQuery } from '@tanstack/react-query'
import { useShortcuts } from '../../app/shortcuts.ts'
import { useWords } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { codeMerge } from '../../ui/icon-paths.ts'
import { MergeMenu } from './planned-merge/merge-menu.tsx'
import { mergeabilityRead, useChangeRequest } from './use-change-request.ts'
import { useMerge } from './use-merge.ts'

/** Merges the change request, now or later. Absent for whoever may not, and for what is merged or archived. */
export function MergeButton({ hasKey = false }: { hasKey?: boolean }) {
  const { changeRequests } = useWords()
  const { ids, rights } = useChangeRequest()
  // What the screen of the review has read. Finding conflicts costs too much to ask after every saved word.
  const { data: mergeability } = useQuery({ ...mergeabilityRead(ids), enabled: false })
  const { merge, isBusy } = useMerge()
  useShortcuts(
    hasKey && rights.canMerge && !isBusy
      ? [{ keys: 'Ctrl Shift Enter', label: changeRequests.merge, run: merge }]
      : [],
  )
  if (!rights.canMerge) return null
  // It can be pressed even so: the answer says what is missing.
  const look = mergeability?.mergeable === false ? 'outline' : 'primary'
  return (
    <span className="split-button">
      <Button look={look} icon={codeMerge} label={changeRequests.merge} isBusy={isBusy} onPress={merge} />
      <MergeMenu look={look} />
    </span>
  )
}
