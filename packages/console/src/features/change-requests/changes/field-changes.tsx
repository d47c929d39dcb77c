import { useReviewWords } from '../../../locales/features/reviews.ts'
import { type ChangedPage, readSides } from './changed-things.ts'

/** What is changed of a page besides its text. */
export function FieldChanges({ page }: { page: ChangedPage }) {
  const { changes } = useReviewWords()
  const labels: Record<string, string> = changes.attributes
  const fields = Object.entries(page.attributes)
    .filter(([name]) => name !== 'document')
    .map(([name, value]) => ({
      name,
      label: labels[name] ?? changes.attributes.other,
      sides: readSides(value),
    }))
  if (!page.isMoved && fields.length === 0) return null
  return (
    <ul className="field-changes">
      {page.isMoved && (
        <li>
          {page.parentBefore === page.parentAfter
            ? changes.movedWithin
            : changes.movedFrom(page.parentBefore ?? changes.top, page.parentAfter ?? changes.top)}
        </li>
      )}
      {fields.map(({ name, label, sides }) => (
        <li key={name}>
          {label}: {sides && sides.before !== '' && <del>{sides.before}</del>}{' '}
          {sides && sides.after !== '' ? <ins>{sides.after}</ins> : changes.nothing}
        </li>
      ))}
    </ul>
  )
}
