import { Link } from '@tanstack/react-router'
import type { Translation } from '../../api/operations.ts'
import { useTranslationWords } from '../../locales/features/translations.ts'

/** Tags stand for markup in a segment: what they enclose is text, and those that enclose nothing stand for something else. */
const showSegment = (text: string): string => text.replaceAll(/<x\d+\/>/g, '…').replaceAll(/<\/?x\d+>/g, '')

/** What the last run left in the source language, and why, with the page that has it. */
export function TranslationProblems({ translation }: { translation: Translation }) {
  const { translations } = useTranslationWords()
  const { problems, result, source } = translation
  if (problems.length === 0) return null
  const spaceId = result?.space ?? source.space
  return (
    <section aria-labelledby="kept">
      <div className="section-head">
        <h2 id="kept">{translations.kept}</h2>
      </div>
      <p className="soft">{translations.keptHelp}</p>
      <ul className="list">
        {problems.map(({ page, text, message }, index) => (
          <li key={index} className="item plain-item">
            <span className="grow">
              {text !== undefined && (
                <bdi className="title segment" lang={source.language}>
                  {showSegment(text)}
                </bdi>
              )}
              <span className="meta">{message}</span>
            </span>
            {page !== undefined && (
              <Link
                className="btn outline"
                to="/spaces/$spaceId/pages/$pageId"
                params={{ spaceId, pageId: page }}
                aria-label={translations.openPageFor(showSegment(text ?? message))}
              >
                {translations.openPage}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
