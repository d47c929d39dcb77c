import type { Translation } from '../../api/operations.ts'
import { useTranslationWords } from '../../locales/features/translations.ts'
import { useFormats } from '../../locales/index.ts'

/** What the last run and all runs sent to the translator, and how long they took. */
export function TranslationCost({ stats }: { stats: Translation['stats'] }) {
  const { translations } = useTranslationWords()
  const { number, duration } = useFormats()
  if (stats.runs === 0) return null
  return (
    <section aria-labelledby="cost">
      <div className="section-head">
        <h2 id="cost">{translations.cost}</h2>
      </div>
      <table className="cost">
        <thead>
          <tr>
            <td />
            <th scope="col">{translations.lastRun}</th>
            <th scope="col">{translations.allRuns(stats.runs, number(stats.runs))}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{translations.costWords}</th>
            <td>{number(stats.latestWords)}</td>
            <td>{number(stats.totalWords)}</td>
          </tr>
          <tr>
            <th scope="row">{translations.costPages}</th>
            <td>{number(stats.latestPages)}</td>
            <td>{number(stats.totalPages)}</td>
          </tr>
          <tr>
            <th scope="row">{translations.costTime}</th>
            <td>{duration(stats.latestRunDuration)}</td>
            <td>{duration(stats.totalDuration)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}
