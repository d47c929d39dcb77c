import { useTranslationWords } from '../../locales/features/translations.ts'
import { useFormats } from '../../locales/index.ts'
import { Button } from '../../ui/button.tsx'
import { trashCan } from '../../ui/icon-paths.ts'
import type { TermRow } from './glossary-draft.ts'

const MAX_TERM_CHARACTERS = 255

interface GlossaryTableProps {
  rows: readonly TermRow[]
  languages: readonly string[]
  /** Absent for whoever may not write. */
  edit?: {
    onType: (id: string, language: string, term: string) => void
    onDelete: (id: string) => void
  }
}

/** A row for each term, a column for each language. */
export function GlossaryTable({ rows, languages, edit }: GlossaryTableProps) {
  const { translations, common } = useTranslationWords()
  const { languageName } = useFormats()
  return (
    <div className="glossary-scroll" role="region" aria-label={translations.glossary} tabIndex={0}>
      <table className="glossary">
        <thead>
          <tr>
            {languages.map((language) => (
              <th key={language} scope="col">
                {languageName(language)}
              </th>
            ))}
            {edit && (
              <th scope="col">
                <span className="sr">{common.delete}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, isNew, terms }, index) => (
            <tr key={id}>
              {languages.map((language, column) => (
                <td key={language} lang={language} data-language={languageName(language)}>
                  {edit ? (
                    <input
                      className="input"
                      aria-label={translations.termIn(languageName(language), index + 1)}
                      dir="auto"
                      maxLength={MAX_TERM_CHARACTERS}
                      autoComplete="off"
                      autoFocus={isNew && column === 0}
                      value={terms[language] ?? ''}
                      onChange={(event) => edit.onType(id, language, event.target.value)}
                    />
                  ) : (
                    <bdi>{terms[language] ?? '—'}</bdi>
                  )}
                </td>
              ))}
              {edit && (
                <td>
                  <Button
                    look="quiet"
                    isIconOnly
                    icon={trashCan}
                    label={translations.deleteTerm(Object.values(terms).find(Boolean) ?? String(index + 1))}
                    onPress={() => edit.onDelete(id)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
