import { chooseStemmingLanguage } from '../text/stemmer.ts'
import type { SpaceToIndex } from './index-repository.ts'
import type { IndexChoice, SpacePlacement } from './placement-repository.ts'

/**
 * A search of an organization looks every word up in every index, and a search of a space passes over what others have in
 * its index. So small spaces share an index, and larger ones have one of their own.
 */
const MAX_PAGES_TO_JOIN = 200
/** A space that grows a little, and shrinks again, does not move each time. */
const MAX_PAGES_TO_STAY = 2 * MAX_PAGES_TO_JOIN

/** How many pages of a space have to be counted to choose its index. */
export const MAX_COUNTED_PAGES = MAX_PAGES_TO_STAY + 1

/** The index for a space that is in none yet. */
export const chooseFirstIndex = (
  { organizationId, language }: Pick<SpaceToIndex, 'organizationId' | 'language'>,
  pages: number,
): IndexChoice => ({
  organizationId,
  language: chooseStemmingLanguage(language),
  shared: pages <= MAX_PAGES_TO_JOIN,
})

/** The index that a space should move to; undefined if it is in the right one. */
export function chooseBetterIndex({
  organizationId,
  language,
  pages,
  index,
}: SpacePlacement): IndexChoice | undefined {
  const choice: IndexChoice = {
    organizationId,
    language: chooseStemmingLanguage(language),
    shared: pages <= (index.shared ? MAX_PAGES_TO_STAY : MAX_PAGES_TO_JOIN),
  }
  const isSame =
    choice.organizationId === index.organizationId &&
    choice.language === index.language &&
    choice.shared === index.shared
  return isSame ? undefined : choice
}
