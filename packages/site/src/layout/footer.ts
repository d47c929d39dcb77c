import { html, nothing, type SafeHtml } from '../html/html.ts'
import { sanitizeImageUrl, sanitizeUrl } from '../html/urls.ts'
import type { LayoutContext } from './layout-context.ts'
import { renderAnchor } from './links.ts'
import { renderSocialLinks } from './social-links.ts'

/** Renders the footer, or nothing if the owner set nothing for it. */
export function renderFooter(context: LayoutContext): SafeHtml {
  const { site, locale } = context
  const { customization } = site
  const settings = customization.footer
  const lightLogo = settings.logo && sanitizeImageUrl(settings.logo.light)
  const darkLogo = settings.logo && sanitizeImageUrl(settings.logo.dark)
  const groups = site.footer.groups.map(
    (group) =>
      html`<div class="footer-group">
        <p class="footer-title">${group.title}</p>
        <ul>
          ${group.links.map((link) => html`<li>${renderAnchor(link, context)}</li>`)}
        </ul>
      </div>`,
  )
  const privacyUrl = customization.privacyPolicy.url
  const socialLinks = renderSocialLinks(context, 'footer')
  const logos =
    lightLogo !== undefined && lightLogo !== ''
      ? html`<img
            class="footer-logo${darkLogo === undefined || darkLogo === lightLogo ? '' : ' only-light'}"
            src="${lightLogo}"
            alt=""
          />${darkLogo !== undefined && darkLogo !== lightLogo && html`<img class="footer-logo only-dark" src="${darkLogo}" alt="" />`}`
      : nothing
  const trademark =
    customization.trademark.enabled &&
    html`<span class="powered">${locale.poweredBy} <strong>Verso</strong></span>`
  const copyright =
    settings.copyright !== undefined && settings.copyright !== '' && html`<span>${settings.copyright}</span>`
  const privacyLink =
    privacyUrl !== undefined &&
    sanitizeUrl(privacyUrl) !== undefined &&
    html`<a href="${privacyUrl}">${locale.privacy}</a>`
  if (
    !trademark &&
    !copyright &&
    !privacyLink &&
    groups.length === 0 &&
    logos.text === '' &&
    socialLinks.text === ''
  )
    return nothing
  return html`<footer class="site-footer">
    <div class="bar">
      ${(groups.length > 0 || logos.text !== '') && html`<div class="footer-top">${logos}${groups}</div>`}
      <div class="footer-bottom">${copyright}${privacyLink}${socialLinks}${trademark}</div>
    </div>
  </footer>`
}
