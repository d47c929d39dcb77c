/** A setting that cannot be used, named as the person who set it knows it. */
export class InvalidSetting extends Error {
  constructor(name: string, value: string, expected: string) {
    super(`${name} is "${value}"; expected ${expected}.`)
  }
}
