import type { ContentImportRun, ContentImportStep } from '../../api/operations.ts'
import { useImportWords } from '../../locales/features/imports.ts'
import { useFormats } from '../../locales/index.ts'
import { Progress } from '../../ui/badges.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { circleCheck, circleNotch, clock } from '../../ui/icon-paths.ts'

const steps: readonly ContentImportStep[] = ['read', 'files', 'convert', 'save']

/** The steps of an import that runs: those behind it, the one it is at, and those before it. */
export function ImportSteps({ run: { status, progress } }: { run: ContentImportRun }) {
  const { imports } = useImportWords()
  const { number } = useFormats()
  const current = progress.step === undefined ? -1 : steps.indexOf(progress.step)
  const { done, total = 0 } = progress
  return (
    <section aria-label={imports.steps}>
      <p className="soft">{status === 'pending' ? imports.waiting : imports.running}</p>
      <ol className="import-steps">
        {steps.map((step, index) => {
          const isCurrent = index === current
          // One thing takes no counting.
          const isCounted = isCurrent && total > 1
          return (
            <li
              key={step}
              className={classNames(isCurrent && 'current', index > current && 'later')}
              {...(isCurrent && { 'aria-current': 'step' })}
            >
              <Icon of={index < current ? circleCheck : isCurrent ? circleNotch : clock} />
              <span className="grow">{imports.step[step]}</span>
              {isCounted && <small>{imports.progress(number(done), number(total))}</small>}
              {isCurrent && (
                <Progress
                  label={imports.step[step]}
                  value={isCounted ? done : undefined}
                  max={isCounted ? total : undefined}
                />
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
