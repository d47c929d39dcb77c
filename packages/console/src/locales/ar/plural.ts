const rules = new Intl.PluralRules('ar')

interface Forms {
  /** The whole text for one and for two, which are said without a number. */
  one: string
  two: string
  /** What stands behind the number from 3 to 10. */
  few: string
  /** What stands behind the number from 11 to 99. */
  many: string
  /** What stands behind any other number, such as 0 or 100. */
  other: string
}

/** A number of things, as Arabic counts: "صفحة واحدة", "صفحتان", "3 صفحات". */
export function countOf(count: number, { one, two, few, many, other }: Forms): string {
  switch (rules.select(count)) {
    case 'one':
      return one
    case 'two':
      return two
    case 'few':
      return `${count} ${few}`
    case 'many':
      return `${count} ${many}`
    default:
      return `${count} ${other}`
  }
}
