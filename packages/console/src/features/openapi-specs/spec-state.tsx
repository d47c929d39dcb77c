import type { OpenAPISpec } from '../../api/operations.ts'
import { useSpecWords } from '../../locales/features/openapi.ts'
import { State } from '../../ui/badges.tsx'
import { circleCheck, circleExclamation, circleNotch, clock } from '../../ui/icon-paths.ts'

/** How often a spec that is being read is looked at again. */
export const REFRESH_MS = 2000

export const isBeingRead = ({ processingState }: OpenAPISpec): boolean => processingState !== 'complete'

/** Whether a spec could be read. */
export function SpecState({ spec }: { spec: OpenAPISpec }) {
  const { openapi } = useSpecWords()
  if (spec.processingState === 'pending') return <State label={openapi.pending} icon={clock} />
  if (spec.processingState === 'progress') return <State label={openapi.progress} icon={circleNotch} />
  return spec.lastProcessErrorCode === undefined ? (
    <State label={openapi.ready} icon={circleCheck} look="success" />
  ) : (
    <State label={openapi.failed} icon={circleExclamation} look="danger" />
  )
}
