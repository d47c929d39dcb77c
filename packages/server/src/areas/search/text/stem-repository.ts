import { type Queryable, sql } from '../../../database/database.ts'

/** Reads the stems of words from the dictionaries of PostgreSQL. */
export class StemRepository {
  /** The stems of the words, by word; undefined for a stop word of that language, such as "the". */
  async findStems(
    on: Queryable,
    dictionary: string,
    words: ReadonlySet<string>,
  ): Promise<Map<string, string | undefined>> {
    const rows = await on.rows<{ word: string; stems: string[] }>(sql`
        select word, ts_lexize(${`${dictionary}_stem`}::regdictionary, word) as stems
        from unnest(${[...words]}::text[]) as asked (word)`)
    return new Map(rows.map(({ word, stems }) => [word, stems[0]]))
  }
}
