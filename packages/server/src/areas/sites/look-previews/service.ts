import type { Caller } from '../../../access/admission.ts'
import type { Subjects } from '../../../access/subjects.ts'
import { type Claims, isPlainObject } from '../../../audience/claims.ts'
import type { SiteTokens } from '../../../audience/site-tokens.ts'
import type { Clock } from '../../../common/clock.ts'
import { Unavailable } from '../../../common/errors.ts'
import type { CustomizationInput } from '../customization/schema.ts'
import type { CustomizationService } from '../customization/service.ts'
import type { LookPreview, PreviewLook } from './schema.ts'

type SiteSubject = Subjects['site']

/** A page of a site to render with settings that are not saved. */
export interface LookPreviewRequest {
  site: SiteSubject
  /** Admits the person who asked, as the address of a preview does. */
  token: string
  /** In place of those of the site. Undefined for those that are saved. */
  customization: CustomizationInput | undefined
  /** In place of those of one site space. */
  overrides: { siteSpaceId: string; customization: CustomizationInput } | undefined
  path: string
}

/** Renders pages of sites. The area of the published pages has it, which is above this one. */
export interface LookPreviewRenderer {
  renderLook(request: LookPreviewRequest): Promise<LookPreview>
}

interface LookPreviewServiceDependencies {
  customizations: CustomizationService
  tokens: SiteTokens
  clock: Clock
}

/**
 * Pages of a site with settings that are not saved. They are part of the answer to whoever sent the settings and have no address,
 * so that nobody else can open or frame them, and nothing is written.
 */
export class LookPreviewService {
  readonly #deps: LookPreviewServiceDependencies
  #renderer: LookPreviewRenderer | undefined

  constructor(deps: LookPreviewServiceDependencies) {
    this.#deps = deps
  }

  /** Sets who renders the pages. A process that only works on jobs has no renderer. */
  connect(renderer: LookPreviewRenderer): void {
    this.#renderer = renderer
  }

  async preview(caller: Caller, site: SiteSubject, body: PreviewLook): Promise<LookPreview> {
    const { customizations, tokens, clock } = this.#deps
    if (!this.#renderer) throw new Unavailable('This process renders no pages. Ask one that serves the API.')
    const { customization, overrides, path = '', claims = {} } = body
    return this.#renderer.renderLook({
      site,
      token: tokens.writePreview(
        { siteId: site.id, userId: caller.userId, claims: readClaims(claims) },
        clock.now(),
      ),
      customization: customization && (await customizations.checkSettings(site, customization)),
      overrides: overrides && {
        siteSpaceId: overrides.siteSpace,
        customization: await customizations.checkOverrides(
          site,
          overrides.siteSpace,
          overrides.customization,
        ),
      },
      path,
    })
  }
}

function readClaims(claims: object): Claims {
  const unsigned = 'unsigned' in claims && isPlainObject(claims.unsigned) ? claims.unsigned : {}
  return { ...claims, unsigned }
}
