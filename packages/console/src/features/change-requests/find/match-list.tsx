import { Link } from '@tanstack/react-router'
import type { TextPlace } from '../../../api/operations.ts'
import { useFindWords } from '../../../locales/features/find.ts'
import { useIds } from '../use-change-request.ts'
import { type FoundText, getTextKey } from './found-text.ts'

/** The places that are not to be replaced, by what they are in. */
export type UntickedPlaces = ReadonlySet<string>

const getPlaceKey = (text: FoundText, { place }: TextPlace): string => `${getTextKey(text)} ${place}`

/** What was found, with the places of it that are ticked. */
export const listTicked = (texts: readonly FoundText[], unticked: UntickedPlaces): FoundText[] =>
  texts.flatMap((text) => {
    const places = text.places.filter((place) => !unticked.has(getPlaceKey(text, place)))
    return places.length === 0 ? [] : [{ ...text, places }]
  })

interface MatchListProps {
  texts: readonly FoundText[]
  unticked: UntickedPlaces
  onTick: (keys: readonly string[], isTicked: boolean) => void
  /** What the places become; undefined where nothing can be replaced. */
  replacement: string | undefined
}

/** Every place that was found, by page and reusable content, each with its words before and after the replacement. */
export function MatchList({ texts, unticked, onTick, replacement }: MatchListProps) {
  return (
    <div className="matches">
      {texts.map((text) => (
        <TextMatches
          key={getTextKey(text)}
          text={text}
          unticked={unticked}
          onTick={onTick}
          replacement={replacement}
        />
      ))}
    </div>
  )
}

interface TextMatchesProps extends Omit<MatchListProps, 'texts'> {
  text: FoundText
}

function TextMatches({ text, unticked, onTick, replacement }: TextMatchesProps) {
  const { common, find } = useFindWords()
  const title = text.title || common.untitled
  const keys = text.places.map((place) => getPlaceKey(text, place))
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
          <TextTitle text={text} />
        </h2>
        {text.kind === 'reusable-content' && <span className="match-kind">{find.reusableContent}</span>}
        <span className="soft">{find.places(text.places.length)}</span>
      </div>
      <ul>
        {text.places.map((place, index) => (
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
      {text.hasMore && <p className="soft">{find.moreOnPage}</p>}
    </section>
  )
}

/** The title of a page leads to it. What a change request changes of a reusable content has no screen of its own. */
export function TextTitle({ text: { kind, id, title } }: { text: Pick<FoundText, 'kind' | 'id' | 'title'> }) {
  const { common } = useFindWords()
  const ids = useIds()
  const name = title || common.untitled
  if (kind === 'reusable-content') return name
  return (
    <Link
      to="/spaces/$spaceId/change-requests/$changeRequestId/pages/$pageId"
      params={{ ...ids, pageId: id }}
    >
      {name}
    </Link>
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
