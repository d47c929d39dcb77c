import type { Plugin } from 'vite'

const question = /Intl\.DateTimeFormat\.supportedLocalesOf\(\[\s*locale\s*\]\)/

/**
 * React Aria asks, as soon as it is loaded, whether the language of the browser is well-formed, and asks it by a question that
 * makes the browser read what it knows about all languages: more than a tenth of a second on a slow computer. The same is known
 * from the tag alone, and the console names its language anyway.
 */
export const cheapDefaultLocale = (): Plugin => ({
  name: 'verso-default-locale',
  apply: 'build',
  transform: {
    filter: { id: /react-aria\/dist\/private\/i18n\/useDefaultLocale\.m?js$/ },
    handler(code) {
      if (!question.test(code))
        this.error('React Aria no longer asks for languages as expected: see build/default-locale.ts.')
      return { code: code.replace(question, 'Intl.getCanonicalLocales(locale)'), map: null }
    },
  },
})
