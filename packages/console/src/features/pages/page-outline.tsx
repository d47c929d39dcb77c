import type { RevisionPage } from '../../api/operations.ts'
import { useWords } from '../../locales/index.ts'

/** The headings of a page, which lead to them. */
export function PageOutline({ outline }: { outline: NonNullable<RevisionPage['outline']> }) {
  const { spaces } = useWords()
  if (outline.length === 0) return null
  const top = Math.min(...outline.map(({ level }) => level))
  return (
    <nav className="toc" aria-labelledby="outline-title">
      <h2 id="outline-title">{spaces.onThisPage}</h2>
      <ol>
        {outline.map(({ anchor, title, level }) => (
          <li key={anchor} className={level > top ? 'nested' : undefined}>
            <a
              href={`#${anchor}`}
              onClick={(event) => {
                event.preventDefault()
                history.replaceState(history.state, '', `#${anchor}`)
                const root = document.querySelector('.page-content')?.shadowRoot
                root?.getElementById(anchor)?.scrollIntoView({ block: 'start' })
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
