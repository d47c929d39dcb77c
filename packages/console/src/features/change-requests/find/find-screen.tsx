import { type FormEvent, useState } from 'react'
import { describeError } from '../../../app/load-failure.tsx'
import { useFindWords } from '../../../locales/features/find.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { magnifyingGlass } from '../../../ui/icon-paths.ts'
import { Empty, Notice } from '../../../ui/states.tsx'
import { ChangeRequestFrame } from '../change-request-frame.tsx'
import { useChangeRequest } from '../use-change-request.ts'
import { type FoundText, useTextCount } from './found-text.ts'
import { listTicked, MatchList, type UntickedPlaces } from './match-list.tsx'
import { ReplacementNotice } from './replacement-notice.tsx'
import { useReplacement } from './use-replacement.ts'
import { type TextQuery, type TextSearch, useTextSearch } from './use-text-search.ts'
import './find.css'

const MAX_QUERY_LENGTH = 200
const MAX_REPLACEMENT_LENGTH = 1000

const noQuery: TextQuery = { text: '', matchCase: false, wholeWords: false }

/** Finds words in all pages and reusable contents of a change request, and replaces those that are ticked. */
export function FindScreen() {
  const { find } = useFindWords()
  const { rights } = useChangeRequest()
  const [query, setQuery] = useState(noQuery)
  const [newText, setNewText] = useState('')
  const [unticked, setUnticked] = useState<UntickedPlaces>(new Set())
  const { search, run, clear } = useTextSearch()
  const { replacement, replace, undo, clear: forgetReplacement } = useReplacement()
  const isBusy = replacement?.status === 'replacing' || replacement?.status === 'undoing'
  const ticked = listTicked(search?.texts ?? [], unticked)

  const start = (event: FormEvent): void => {
    event.preventDefault()
    if (query.text === '' || isBusy) return
    forgetReplacement()
    setUnticked(new Set())
    run(query)
  }
  const change = (changes: Partial<TextQuery>): void => {
    setQuery({ ...query, ...changes })
    // What is listed would not be what is written in the fields.
    clear()
  }
  const tick = (keys: readonly string[], isTicked: boolean): void => {
    const next = new Set(unticked)
    for (const key of keys) {
      if (isTicked) next.delete(key)
      else next.add(key)
    }
    setUnticked(next)
  }
  const replaceTicked = (): void => {
    if (!search) return
    clear()
    void replace(search.query, newText, ticked)
  }

  return (
    <ChangeRequestFrame title={find.title}>
      <div className="find">
        <h1 className="sr">{find.title}</h1>
        <form className="find-form" onSubmit={start} noValidate>
          <TextField
            label={find.find}
            value={query.text}
            onChange={(text) => change({ text })}
            maxLength={MAX_QUERY_LENGTH}
            autoComplete="off"
            spellCheck="false"
            autoFocus
          />
          {rights.canWrite && (
            <TextField
              label={find.replaceWith}
              value={newText}
              onChange={setNewText}
              maxLength={MAX_REPLACEMENT_LENGTH}
              autoComplete="off"
            />
          )}
          <div className="find-options">
            <Checkbox
              label={find.matchCase}
              isChecked={query.matchCase}
              onChange={(matchCase) => change({ matchCase })}
            />
            <Checkbox
              label={find.wholeWords}
              isChecked={query.wholeWords}
              onChange={(wholeWords) => change({ wholeWords })}
            />
            <Button
              type="submit"
              look={search?.status === 'done' && rights.canWrite ? 'outline' : 'primary'}
              icon={magnifyingGlass}
              label={find.findAll}
              isBusy={search?.status === 'searching'}
              isDisabled={query.text === '' || isBusy}
            />
          </div>
        </form>
        {replacement && <ReplacementNotice replacement={replacement} onUndo={() => void undo()} />}
        {search ? (
          <>
            <SearchSummary search={search} />
            {search.texts.length > 0 && (
              <>
                {rights.canWrite && search.status === 'done' && (
                  <ReplaceBar placeCount={countPlaces(ticked)} newText={newText} onReplace={replaceTicked} />
                )}
                <MatchList
                  texts={search.texts}
                  unticked={unticked}
                  onTick={tick}
                  replacement={rights.canWrite ? newText : undefined}
                />
              </>
            )}
          </>
        ) : (
          !replacement && <Empty title={find.introTitle}>{find.introText}</Empty>
        )}
      </div>
    </ChangeRequestFrame>
  )
}

const countPlaces = (texts: readonly FoundText[]): number =>
  texts.reduce((sum, { places }) => sum + places.length, 0)

/** How far the search is, and what it found. */
function SearchSummary({ search }: { search: TextSearch }) {
  const words = useFindWords()
  const { find } = words
  const countTexts = useTextCount()
  const { status, texts, searchedPages, totalPages, unreadableTexts, hasMore, hasUnsaved, error } = search
  return (
    <div className="stack-s">
      <p className="find-progress" role="status">
        {status === 'searching' ? (
          <>
            <progress aria-hidden="true" max={Math.max(1, totalPages)} value={searchedPages} />
            {find.searching(searchedPages, totalPages)}
          </>
        ) : texts.length === 0 ? (
          status === 'done' && find.nothing
        ) : (
          find.found(find.places(countPlaces(texts)), countTexts(texts))
        )}
      </p>
      {status === 'failed' && (
        <Notice title={find.failed} look="danger">
          {describeError(error, words)}
        </Notice>
      )}
      {hasUnsaved && <Notice title={find.unsaved} look="warning" />}
      {hasMore && status !== 'searching' && <Notice title={find.more} look="info" />}
      {unreadableTexts.length > 0 && (
        <Notice title={find.unreadable(countTexts(unreadableTexts))} look="warning" />
      )}
    </div>
  )
}

interface ReplaceBarProps {
  placeCount: number
  newText: string
  onReplace: () => void
}

/** Stays in sight above the list, however long that is. */
function ReplaceBar({ placeCount, newText, onReplace }: ReplaceBarProps) {
  const { find } = useFindWords()
  const places = find.places(placeCount)
  return (
    <div className="replace-bar">
      <Button
        look="primary"
        label={newText === '' ? find.remove(places) : find.replace(places)}
        isDisabled={placeCount === 0}
        onPress={onReplace}
      />
    </div>
  )
}
