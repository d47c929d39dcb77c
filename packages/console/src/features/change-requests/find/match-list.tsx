import { Link } from '@tanstack/react-router'
import type { PageTextMatches, TextPlace } from '../../../api/operations.ts'
import { useFindWords } from '../../../locales/features/find.ts'
import { useIds } from '../use-change-request.ts'

/** The places that are not to be replaced, by page and place. */
export type UntickedPlaces = ReadonlySet<string>

export const getPlaceKey = (page: string, place: string): string => `${page} ${place}`

/** The pages with the places of them that are ticked. */
export const listTicked = (pages: readonly PageTextMatches[], unticked: UntickedPlaces): PageTextMatches[] =>
  pages.flatMap((match) => {
    const places = match.places.filter(({ place }) => !unticked.has(getPlaceKey(match.page, place)))
    return places.length === 0 ? [] : [{ ...match, places }]
  })

interface MatchListProps {
  pages: readonly PageTextMatches[]
  unticked: UntickedPlaces
  onTick: (keys: readonly string[], isTicked: boolean) => void
  /** What the places become; undefined where nothing can be replaced. */
  replacement: string | undefined
}

/** Every place that was found, by page, each with its words before and after the replacement. */
export function MatchList({ pages, unticked, onTick, replacement }: MatchListProps) {
  return (
    <div className="matches">
      {pages.map((match) => (
        <PageMatches
          key={match.page}
          match={match}
          unticked={unticked}
          onTick={onTick}
          replacement={replacement}
        />
      ))}
    </div>
  )
}

interface PageMatchesProps extends Omit<MatchListProps, 'pages'> {
  match: PageTextMatches
}

function PageMatches({ match, unticked, onTick, replacement }: PageMatchesProps) {
  const { common, find } = useFindWords()
  const ids = useIds()
  const title = match.title || common.untitled
  const keys = match.places.map(({ place }) => getPlaceKey(match.page, place))
  const isEachTicked = keys.every((key) => !unticked.has(key))
  const canTick = replacement !== undefined
  return (
    <section className="page-matches" aria-label={title}>
      <div className="page-matches-head">
        {canTick && (
          <label className="check">
            <input
              type="checkbox"
              aria-label={find.allOnPage(title)}
              checked={isEachTicked}
              onChange={() => onTick(keys, !isEachTicked)}
            />
          </label>
        )}
        <h2 className="cut">
          <Link
            to="/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
            params={{ ...ids, pageId: match.page }}
          >
            {title}
          </Link>
        </h2>
        <span className="soft">{find.places(match.places.length)}</span>
      </div>
      <ul>
        {match.places.map((place, index) => (
          <li key={place.place}>
            {canTick ? (
              <label className="check match">
                <input
                  type="checkbox"
                  checked={!unticked.has(keys[index] ?? '')}
                  onChange={(event) => onTick(keys.slice(index, index + 1), event.target.checked)}
                />
                <MatchText place={place} replacement={replacement} />
              </label>
            ) : (
              <span className="match">
                <MatchText place={place} replacement="" />
              </span>
            )}
          </li>
        ))}
      </ul>
      {match.hasMore && <p className="soft">{find.moreOnPage}</p>}
    </section>
  )
}

function MatchText({ place, replacement }: { place: TextPlace; replacement: string }) {
  const { find } = useFindWords()
  const { kind, before, text, after } = place
  return (
    <span className={kind === 'code' ? 'match-text is-code' : 'match-text'} dir="auto">
      {kind !== 'text' && (
        <>
          <span className="match-kind">{find.kinds[kind]}</span>{' '}
        </>
      )}
      {before}
      {replacement === '' ? (
        <mark>{text}</mark>
      ) : (
        <>
          <del>{text}</del>
          <ins>{replacement}</ins>
        </>
      )}
      {after}
    </span>
  )
}
