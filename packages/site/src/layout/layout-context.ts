import { IconSheet } from '../content/icons.ts'
import { PageStyles } from '../content/page-styles.ts'
import { findLocale, type Locale } from '../locales/locales.ts'
import { PageDiagrams } from '../render/diagrams.ts'
import { TestableOperations } from '../render/openapi/testable-operation.ts'
import { PagePlayers } from '../render/players.ts'
import type { SiteView } from './view.ts'

/** What the parts of a page share while it is rendered. */
export interface LayoutContext {
  site: SiteView
  locale: Locale
  icons: IconSheet
  styles: PageStyles
  testableOperations: TestableOperations
  players: PagePlayers
  diagrams: PageDiagrams
}

export function createLayoutContext(site: SiteView): LayoutContext {
  const { customization } = site
  return {
    site,
    locale: findLocale(customization.internationalization.locale),
    icons: new IconSheet(customization.styling.icons),
    styles: new PageStyles(),
    testableOperations: new TestableOperations(),
    players: new PagePlayers(),
    diagrams: new PageDiagrams(),
  }
}
