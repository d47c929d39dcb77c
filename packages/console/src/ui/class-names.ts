/** The names that apply, for the `class` of an element. */
export const classNames = (...names: (string | false | undefined)[]): string =>
  names.filter((name) => name !== false && name !== undefined).join(' ')
