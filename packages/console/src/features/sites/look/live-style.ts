import {
  createPlainProperties,
  type Customization,
  defaultCustomization,
  formatDeclarations,
  listStyleClasses,
} from '@verso/site/plain-style'
import type { SiteLookPreview } from '../../../api/operations.ts'
import { buildTree, type LookValues, readValues } from './look-values.ts'

/** What of the settings needs no rendering: it is shown on the page that was rendered last, until the next one comes. */
export interface LiveStyle {
  css: string
  classes: readonly string[]
}

/**
 * The settings of a site, or of one site space, as CSS for the page of a preview. The page may be in another site space, whose
 * look is its own.
 */
export function createLiveStyle(
  values: LookValues,
  siteSpaceId: string | undefined,
  preview: SiteLookPreview,
): LiveStyle | undefined {
  if (siteSpaceId !== undefined && siteSpaceId !== preview.siteSpace) return undefined
  const own = siteSpaceId === undefined ? readValues(preview.overrides) : {}
  // The values are those of the API and of controls for its schema. What is half written gives the default.
  const customization = buildTree({
    ...values,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
  }) as unknown as Customization
  return {
    css: `:root{${formatDeclarations(createPlainProperties(customization, defaultCustomization))}}`,
    classes: listStyleClasses(customization),
  }
}
