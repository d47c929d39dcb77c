import type { RevisionSemanticChange } from '../../../api/operations.ts'
import { useReviewWords } from '../../../locales/features/reviews.ts'
import { ChangeMark } from '../writing/writing-tree.tsx'
import { findOtherKind, findOtherName, readSides } from './changed-things.ts'

/** Files, reusable contents and variables that are changed. */
export function OtherChanges({ changes }: { changes: readonly RevisionSemanticChange[] }) {
  const { changes: texts } = useReviewWords()
  return (
    <section aria-labelledby="other-changes">
      <div className="diff-head">
        <h2 id="other-changes">{texts.elsewhere}</h2>
      </div>
      <ul className="list plain">
        {changes.map((change, index) => (
          <li key={index} className="item">
            <ChangeMark kind={findOtherKind(change)} />
            <span className="grow">
              <span className="title">{findOtherName(change) ?? texts.kinds[change.type]}</span>
              <span className="meta">{texts.kinds[change.type]}</span>
              {change.variables && <VariableList variables={change.variables} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function VariableList({ variables }: { variables: Record<string, unknown> }) {
  const { changes: texts } = useReviewWords()
  return (
    <span className="meta">
      {Object.entries(variables)
        .map(([name, value]) => {
          const { before = '', after = '' } = readSides(value) ?? {}
          return `${name}: ${texts.fromTo(before || texts.nothing, after || texts.nothing)}`
        })
        .join(', ')}
    </span>
  )
}
