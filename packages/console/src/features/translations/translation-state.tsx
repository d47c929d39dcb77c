import type { Translation } from '../../api/operations.ts'
import { useTranslationWords } from '../../locales/features/translations.ts'
import { useFormats } from '../../locales/index.ts'
import { Progress, State } from '../../ui/badges.tsx'
import {
  ban,
  circleCheck,
  circleExclamation,
  circleNotch,
  clock,
  triangleExclamation,
} from '../../ui/icon-paths.ts'

/** How often a translation that runs is looked at again. */
export const REFRESH_MS = 2000

/** Whether a run waits or works. */
export const isUnderWay = ({ run }: Translation): boolean => run !== undefined

/** Whether a translation is up to date, and if not, why. */
export function TranslationState({ translation }: { translation: Translation }) {
  const { state } = useTranslationWords().translations
  const { run, status, error, problems, result } = translation
  if (run && status === 'running') return <State label={state.running} icon={circleNotch} look="info" />
  if (run && error !== undefined) return <State label={state.retrying} icon={clock} look="warning" />
  if (run) return <State label={state.waiting} icon={clock} />
  if (error !== undefined) return <State label={state.failed} icon={circleExclamation} look="danger" />
  if (!result) return <State label={state.none} icon={ban} />
  return problems.length > 0 ? (
    <State label={state.partly} icon={triangleExclamation} look="warning" />
  ) : (
    <State label={state.done} icon={circleCheck} look="success" />
  )
}

/** How far a run has come. */
export function RunProgress({
  name,
  progress: { done, total },
}: {
  name: string
  progress: { done: number; total?: number }
}) {
  const { translations } = useTranslationWords()
  const { number } = useFormats()
  return (
    <span className="run-progress">
      <Progress label={name} value={total === undefined ? undefined : done} max={total} />
      {total !== undefined && <small>{translations.progress(number(done), number(total))}</small>}
    </span>
  )
}
