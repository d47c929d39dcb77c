import { describe, expect, test } from 'vitest'
import { choosePages, ENOUGH_CANDIDATES, type LocatedText, scorePages, scoreText } from './page-ranking.ts'

const locate = (
  textId: number,
  spaceId: string,
  matches: string,
  pageId = `page-${textId}`,
): LocatedText => ({
  textId,
  spaceId,
  pageId,
  parentId: null,
  slug: pageId,
  matches,
})
const listPages = (located: readonly LocatedText[]) =>
  scorePages(located).map(({ spaceId, pageId }) => `${spaceId}/${pageId}`)

/** So many texts of a space that match as they are typed. */
const nearTexts = (spaceId: string, count: number, firstId = 100) =>
  Array.from({ length: count }, (_, index) => locate(firstId + index, spaceId, 'n0 0.1'))

describe('scores of pages', () => {
  test('the best match counts, and a little every further one', () => {
    const [page] = scorePages([locate(1, 'a', 'n 12.5,n3 0.25,o3 0.125')])
    expect(page).toEqual({
      textId: 1,
      spaceId: 'a',
      pageId: 'page-1',
      parentId: null,
      slug: 'page-1',
      score: scoreText(12.5, 3),
      positions: [3],
    })
  })

  test('the best sections are shown, each once', () => {
    const [page] = scorePages([locate(1, 'a', 'n7 0.1,n2 0.3,n7 5.1,n4 0.2,n5 0.05')])
    expect(page?.positions).toEqual([7, 2, 4])
  })

  test('beginnings of words and whole pages count in spaces with few other matches only', () => {
    const others = [locate(1, 'full', 'o0 0.3'), locate(2, 'full', 'p -1'), locate(3, 'few', 'o0 0.3')]
    const pages = listPages([...others, locate(4, 'few', 'p -1'), ...nearTexts('full', ENOUGH_CANDIDATES)])
    expect(pages.filter((page) => !page.startsWith('full/page-1'))).toEqual(['few/page-3', 'few/page-4'])
    expect(pages).toHaveLength(2 + ENOUGH_CANDIDATES)
  })

  test('whole pages do not count in spaces with many beginnings of words', () => {
    const open = Array.from({ length: ENOUGH_CANDIDATES }, (_, index) => locate(index + 1, 'a', 'o0 0.1'))
    expect(listPages([...open, locate(99, 'a', 'p -1'), locate(99, 'b', 'p -1')])).not.toContain('a/page-99')
    expect(listPages([...open, locate(99, 'b', 'p -1')])).toContain('b/page-99')
  })

  test('pages with the same text count once for their space', () => {
    const copies = Array.from({ length: ENOUGH_CANDIDATES }, (_, index) =>
      locate(100, 'a', 'n0 0.1', `copy-${index}`),
    )
    expect(listPages([...copies, locate(1, 'a', 'o0 0.3')])[0]).toBe('a/page-1')
  })

  test('pages of equal score come in the order of their texts, spaces and ids', () => {
    const pages = [
      locate(2, 'a', 'n0 1'),
      locate(1, 'b', 'n0 1', 'y'),
      locate(1, 'b', 'n0 1', 'x'),
      locate(1, 'a', 'n0 1'),
    ]
    expect(listPages(pages)).toEqual(['a/page-1', 'b/x', 'b/y', 'a/page-2'])
  })
})

test('the pages of the best spaces are chosen, so many of each', () => {
  const pages = ['a', 'b', 'a', 'c', 'a', 'b'].map((spaceId, place) => ({ spaceId, place }))
  expect(choosePages(pages, { spaces: 2, pagesPerSpace: 2 }).map(({ place }) => place)).toEqual([0, 1, 2, 5])
})
