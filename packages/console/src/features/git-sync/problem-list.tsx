import { useGitWords } from '../../locales/features/git-sync.ts'

/** What is left aside and why. There may be hundreds, so they scroll, and what follows them stays in sight. */
export function ProblemList({ problems }: { problems: readonly string[] }) {
  const { gitSync } = useGitWords()
  return (
    <div className="git-problems soft" role="region" aria-label={gitSync.skipped} tabIndex={0}>
      <ul>
        {problems.map((problem, index) => (
          // Two may be said in the same words, and the list never changes.
          <li key={index}>{problem}</li>
        ))}
      </ul>
    </div>
  )
}
