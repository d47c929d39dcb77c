/**
 * A lexeme of the index is a mark, the id of the index and a word. A lexeme without a mark says that the word is in the
 * text; a mark says where. So the GIN index itself answers which pages have all words in their titles. The id of the
 * index stands in the lexeme so that a search does not spend time on the texts of other spaces.
 */
export const lexemeMarks = {
  plain: '',
  /** The word is in the title of a page. */
  title: '=',
  /** The word is in the heading of a section. */
  heading: '#',
  /** The word is in the heading of a section or the title of its page. */
  above: '+',
  /** The word is in the text of a section several times. */
  often: '*',
} as const

/** What stands before the word in a lexeme. */
export const makeLexemePrefix = (mark: string, indexId: number): string => `${mark}${indexId.toString(36)}~`

/** Quotes a lexeme for a `tsvector` or a `tsquery`. */
export const quoteLexeme = (lexeme: string): string =>
  // Few lexemes have such a character, and the check is several times as fast as a replacement of nothing.
  lexeme.includes("'") || lexeme.includes('\\')
    ? `'${lexeme.replaceAll(/['\\]/g, String.raw`\$&`)}'`
    : `'${lexeme}'`
