/** 200 characters, as a title may have them. */
export const longText =
  'A title that somebody wrote without thinking of the place where it is shown, because they had a lot to say about retries, back-off, idempotency keys and what a relay does when nobody answers for a day'

/** 200 letters without a space, as an address or a token has them. */
export const longWord = 'relay-'.repeat(34).slice(0, 200)

export const rtlText = 'دليل المرحّل وإعادة المحاولة'
