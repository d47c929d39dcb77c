/**
 * GitBook's layout of a repository: which files are pages, files, reusable contents and variables, and in which order.
 * Pure: it is given the files of a commit and the content of a revision, and says what has to change in either.
 */
export { type ExportPlan, type ExportInput, planExport } from './export.ts'
export { type HeadFields, parseMarkdownHead, setFrontMatterTexts } from './head.ts'
export { type LayoutContent, type ImportPlan, type ImportInput, planImport } from './import.ts'
export { type GitOrigin, readOrigin, type CommitTree } from './origin.ts'
export { isPlainPath, resolvePath } from './paths.ts'
export { readSummaryHeading } from './summary.ts'
export { mergeSiteConfigs } from './site-config-merge.ts'
export { createSiteConfig, updateSiteConfig } from './site-config-writer.ts'
export {
  listNodes,
  parseSiteConfig,
  type ParsedSiteConfig,
  type SiteConfig,
  SiteConfigError,
  siteConfigNames,
} from './site-config.ts'
export type { SiteConfigNode, SiteFields } from './site-config-fields.ts'
