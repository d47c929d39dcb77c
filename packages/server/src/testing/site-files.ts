/** The file of a site with sections, a group, two languages, comments and a key that means nothing to Verso. */
export const siteConfig = `# The site of Acme
$schema: https://example.com/schema.json
site:
  title: Acme docs # shown in the header
  structure:
    # What most people come for
    - type: section
      key: guides
      title: Guides
      icon: book
      path: guides
      default: true
      owner: docs-team
      children:
        - type: space
          key: guides-en
          title: English
          path: en
          default: true
          content:
            directory: ./guides/en
            language: en
        - type: space
          key: guides-fr
          title: Français
          path: fr
          content:
            directory: ./guides/fr
            language: fr
    - type: section-group
      key: more
      title: More
      children:
        - type: section
          key: reference
          title: Reference
          path: reference
          children:
            - type: space
              key: api
              title: API
              path: latest
              default: true
              content:
                directory: /packages/api/docs
`

/** A monorepo: code beside the directories of three spaces. */
export const siteFiles = {
  'docs/gitbook-docs.yaml': siteConfig,
  'docs/guides/en/README.md': '---\nicon: hand\n---\n\n# Welcome\n\nHello.\n',
  'docs/guides/en/SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n',
  'docs/guides/fr/README.md': '# Bienvenue\n\nBonjour.\n',
  'docs/guides/fr/SUMMARY.md': '# Table des matières\n\n* [Bienvenue](README.md)\n',
  'packages/api/docs/README.md': '# API\n\nCalls.\n',
  'packages/api/docs/SUMMARY.md': '# Table of contents\n\n* [API](README.md)\n',
  'packages/api/index.ts': 'export {}\n',
}
export const siteProject = { repoProjectDirectory: 'docs' }
/** The structure of that site, as `SyncedSite.outline` gives it. */
export const siteOutline = [
  'Guides /guides *',
  '  English /en *',
  '  Français /fr',
  'More',
  '  Reference /reference',
  '    API /latest *',
]
