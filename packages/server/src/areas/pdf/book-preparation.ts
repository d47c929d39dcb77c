import { type BookSource, buildBookData } from '@verso/pdf'
import type { BookMaterial } from './book-source.ts'
import type { BookCover, PreparedBook } from './book-task.ts'

/** Converts pages to the data that a PDF is compiled from. Only threads should do so: it takes long for large books. */
export function prepareBook({ pages, references, images }: BookMaterial, cover: BookCover): PreparedBook {
  const source: BookSource = {
    ...chooseTitles(cover, pages),
    owner: cover.owner,
    date: cover.date,
    ...(cover.language !== null && { language: cover.language }),
    pages,
  }
  return { ...buildBookData(source, references), images }
}

/** A PDF of some pages is named after the first of them. */
function chooseTitles({ spaceTitle, isExcerpt }: BookCover, [first]: BookSource['pages']) {
  return !isExcerpt || !first ? { title: spaceTitle } : { title: first.title, subtitle: spaceTitle }
}
