import { join } from 'node:path'
import { adaptiveSchemaOf, Audiences } from './audience/audiences.ts'
import { Passes } from './audience/passes.ts'
import type { Clock } from './common/clock.ts'
import { Seal } from './common/seal.ts'
import { Signatures } from './common/signatures.ts'
import type { Urls } from './common/urls.ts'
import type { Database } from './database/database.ts'
import type { Secrets } from './database/secrets.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Fetcher } from './outbound/fetcher.ts'
import { ClaimingStore } from './areas/content/store/claiming-store.ts'
import type { FileStore } from './storage/file-store.ts'
import type { Tasks } from './jobs/tasks.ts'
import { Collector } from './areas/content/store/collector.ts'
import { ComputedContent } from './areas/content/store/computed.ts'
import { Content } from './areas/content/store/content.ts'
import { Main } from './areas/content/store/main.ts'
import { Recomputing } from './areas/content/store/recomputing.ts'
import { Revalidation } from './areas/content/store/revalidation.ts'
import { DocumentIds } from './areas/content/documents/document-ids.ts'
import { Documents } from './areas/content/documents/documents.ts'
import { ObjectStore } from './areas/content/store/objects.ts'
import { DocumentReader } from './areas/content/documents/reading.ts'
import { References } from './areas/content/documents/references.ts'
import { EmbedService } from './areas/content/embeds/service.ts'
import { FileInserter } from './areas/content/change-requests/insert-files.ts'
import { ContentConditions } from './areas/content/change-requests/conditions.ts'
import { ChangeRequestRepository } from './areas/content/change-requests/repository.ts'
import { ChangeRequestService } from './areas/content/change-requests/service.ts'
import { ContentOrder } from './areas/content/collections/order.ts'
import { CollectionRepository } from './areas/content/collections/repository.ts'
import { CollectionService } from './areas/content/collections/service.ts'
import { CommentRepository } from './areas/review/comments/repository.ts'
import { CommentService } from './areas/review/comments/service.ts'
import { ComputedService } from './areas/content/computed/service.ts'
import { ContentFileService } from './areas/content/revisions/files.ts'
import { UploadRepository } from './areas/content/files/repository.ts'
import { FileService } from './areas/content/files/service.ts'
import { UploadService } from './areas/content/files/uploads.ts'
import { Git, type GitLimits } from './git/git.ts'
import { GitSyncRepository } from './areas/git-sync/repository.ts'
import { GitSyncService } from './areas/git-sync/service.ts'
import { Synchroniser } from './areas/git-sync/synchroniser.ts'
import { GlossaryRepository } from './areas/translation/glossary/repository.ts'
import { GlossaryService } from './areas/translation/glossary/service.ts'
import { GrantRepository } from './areas/organizations/grants/repository.ts'
import { GrantService } from './areas/organizations/grants/service.ts'
import { ImportService } from './areas/imports/service.ts'
import { InviteRepository } from './areas/sign-in/invites/repository.ts'
import { InviteService } from './areas/sign-in/invites/service.ts'
import { JobRepository } from './areas/tasks/repository.ts'
import { JobService } from './areas/tasks/service.ts'
import { Outlines } from './areas/content/links/outlines.ts'
import { OutlineRepository } from './areas/content/links/repository.ts'
import { LinkService } from './areas/content/links/service.ts'
import { MemberRepository } from './areas/organizations/members/repository.ts'
import { MemberService } from './areas/organizations/members/service.ts'
import { type CollectLimits, defaultLimits } from './areas/openapi/specs/collect.ts'
import { SpecDescriptions } from './areas/openapi/specs/descriptions.ts'
import { FileDescriptions } from './areas/openapi/specs/file-descriptions.ts'
import { KeptDocuments } from './areas/openapi/specs/kept-documents.ts'
import { Processor } from './areas/openapi/specs/processor.ts'
import { OpenAPISpecRepository } from './areas/openapi/specs/repository.ts'
import { OpenAPISpecService } from './areas/openapi/specs/service.ts'
import { OpenAPISourceRepository } from './areas/openapi/specs/source-repository.ts'
import { SourceDescriptions, sourceLimits } from './areas/openapi/specs/sources.ts'
import { OrganizationRepository } from './areas/organizations/organizations/repository.ts'
import { OrganizationService } from './areas/organizations/organizations/service.ts'
import { PdfRepository } from './areas/pdf/repository.ts'
import { PdfService } from './areas/pdf/service.ts'
import { ReviewRepository } from './areas/review/reviews/repository.ts'
import { ReviewService } from './areas/review/reviews/service.ts'
import { RevisionService } from './areas/content/revisions/service.ts'
import { SiteRepository } from './areas/sites/sites/repository.ts'
import { SiteService } from './areas/sites/sites/service.ts'
import { SiteConditions } from './areas/sites/structure/conditions.ts'
import { CustomizationService } from './areas/sites/customization/service.ts'
import { RedirectRepository } from './areas/sites/redirects/repository.ts'
import { RedirectService } from './areas/sites/redirects/service.ts'
import { StructureRepository } from './areas/sites/structure/repository.ts'
import { SiteStructureService } from './areas/sites/structure/service.ts'
import { SiteStructures } from './areas/sites/structure/editor.ts'
import { IndexRepository } from './areas/search/index-repository.ts'
import { IndexedTexts } from './areas/search/indexed-texts.ts'
import { SearchIndexer } from './areas/search/indexer.ts'
import { SearchRepository } from './areas/search/repository.ts'
import { SearchService } from './areas/search/service.ts'
import { Stems } from './areas/search/stems.ts'
import { SamlLogin } from './areas/sign-in/saml/login.ts'
import { SamlRepository } from './areas/sign-in/saml/repository.ts'
import { SamlService } from './areas/sign-in/saml/service.ts'
import { SessionService } from './areas/identity/sessions/service.ts'
import { SpaceRepository } from './areas/content/spaces/repository.ts'
import { SpaceService } from './areas/content/spaces/service.ts'
import { TeamRepository } from './areas/organizations/teams/repository.ts'
import { TeamService } from './areas/organizations/teams/service.ts'
import { TemplateService } from './areas/content/templates/service.ts'
import { TranslationRepository } from './areas/translation/translations/repository.ts'
import { TranslationService } from './areas/translation/translations/service.ts'
import { Translator } from './areas/translation/translations/translator.ts'
import type { Engine } from './areas/translation/engines/engine.ts'
import { TokenRepository } from './areas/identity/tokens/repository.ts'
import { TokenService } from './areas/identity/tokens/service.ts'
import { SiteProfiles } from './areas/sites/renderer-api/profiles.ts'
import { ShownPeople } from './areas/sites/renderer-api/people.ts'
import { ShownSpecs } from './areas/sites/renderer-api/specs.ts'
import { SiteSearch } from './areas/sites/renderer-api/search.ts'
import { PublishedService } from './areas/sites/renderer-api/service.ts'
import { UserRepository } from './areas/identity/users/repository.ts'
import { UserService } from './areas/identity/users/service.ts'
import { UrlService } from './areas/sites/urls/service.ts'
import { VisitorRepository } from './areas/sites/visitors/repository.ts'
import { VisitorService } from './areas/sites/visitors/service.ts'

export type Services = ReturnType<typeof createServices>

/** Every service with what it stands on. The server and the command line use the same ones. */
export function createServices(parts: {
  database: Database
  clock: Clock
  urls: Urls
  secrets: Secrets
  jobs: Jobs
  /** The only way to fetch what people gave a URL of. */
  fetcher: Fetcher
  store: FileStore
  maxFileSize: number
  dataDir: string
  git?: { limits: Partial<GitLimits> | undefined; sshKey: string | undefined }
  openapiLimits?: Partial<CollectLimits> | undefined
  tasks: Tasks
  /** Whether someone wants to hear of changes. */
  revalidates: boolean
  /** Who translates, if anyone. */
  translator: Engine | undefined
  /** Told of what goes wrong where nobody waits for it. */
  onError: (error: unknown) => void
}) {
  const { database, clock, urls, secrets, jobs, tasks, fetcher, maxFileSize, dataDir } = parts
  const store = new ClaimingStore(parts.store, database)
  const common = { database, clock, urls }
  const signatures = new Signatures(secrets.signatures, clock)
  const files = new FileService({ store, signatures, urls, maxFileSize })
  const uploads = new UploadService({ ...common, uploads: new UploadRepository(), files, signatures })
  const order = new ContentOrder()
  const embeds = new EmbedService({ fetcher })
  const users = new UserService({ ...common, users: new UserRepository() })
  const tokens = new TokenService({ ...common, tokens: new TokenRepository() })
  const members = new MemberService({
    ...common,
    members: new MemberRepository(),
    claimsSecret: secrets.claims,
  })
  const organizations = new OrganizationService({
    ...common,
    organizations: new OrganizationRepository(),
    members,
  })
  const teams = new TeamService({ ...common, teams: new TeamRepository(), members })
  const siteRepository = new SiteRepository()
  const structures = new SiteStructures({
    structures: new StructureRepository(),
    clock,
  })
  const objects = new ObjectStore()
  const specs = new OpenAPISpecRepository()
  const specDocuments = new KeptDocuments()
  const descriptions = new SpecDescriptions({ specs, documents: specDocuments })
  const computedContent = new ComputedContent({ store: objects, descriptions })
  const content = new Content(objects, computedContent)
  const main = new Main(content)
  const collector = new Collector({ database, store, clock })
  const recomputing = new Recomputing({ database, clock, tasks, content, computed: computedContent, main })
  const documents = new Documents()
  const documentIds = new DocumentIds(secrets.documents)
  const computed = new ComputedService({
    ...common,
    content,
    main,
    computed: computedContent,
    descriptions,
    documents,
    documentIds,
  })
  const revalidation = new Revalidation({ jobs, clock, wanted: parts.revalidates })
  main.onMoved((tx, moved) => revalidation.spaceMoved(tx, moved))
  const collections = new CollectionService({
    ...common,
    collections: new CollectionRepository(),
    order,
    publishedContent: structures,
  })
  const templates = new TemplateService({ ...common, content, main })
  const spaces = new SpaceService({
    ...common,
    spaces: new SpaceRepository(),
    collections,
    members,
    order,
    publishedContent: structures,
    jobs,
    tasks,
    main,
    templates,
    computed,
    recomputing,
  })
  const sites = new SiteService({
    revalidation,
    ...common,
    sites: siteRepository,
    structures,
    spaces,
    content,
    main,
  })
  const conditions = new SiteConditions(adaptiveSchemaOf)
  const siteStructures = new SiteStructureService({ ...common, structures, spaces, conditions })
  const customizations = new CustomizationService({ database, conditions })
  const redirects = new RedirectService({
    ...common,
    redirects: new RedirectRepository(),
    structures,
    content,
  })
  const passes = new Passes(secrets.visitors)
  const audiences = new Audiences({ passes, clock })
  const visitors = new VisitorService({ ...common, visitors: new VisitorRepository(), structures, passes })
  const profiles = new SiteProfiles({ database, urls, structures, customizations })
  const published = new PublishedService({ ...common, audiences, passes, profiles, content })
  const changeRequests = new ChangeRequestService({
    ...common,
    changeRequests: new ChangeRequestRepository(),
    content,
    main,
    files,
    fileInserter: new FileInserter({ database, files, uploads, fetcher }),
    conditions: new ContentConditions({ documents }),
  })
  const references = new References()
  const reader = new DocumentReader({ documents, references })
  const outlineRepository = new OutlineRepository()
  const outlines = new Outlines({ outlines: outlineRepository, content, documents })
  const stems = new Stems()
  const searchIndex = new IndexRepository()
  const searchIndexer = new SearchIndexer({
    database,
    index: searchIndex,
    content,
    texts: new IndexedTexts({ index: searchIndex, documents, outlines, stems }),
    jobs,
    onError: parts.onError,
  })
  const search = new SearchService({
    ...common,
    search: new SearchRepository(),
    indexer: searchIndexer,
    stems,
  })
  main.onMoved(searchIndexer.moved)
  main.onCopied(searchIndexer.copied)
  const revisions = new RevisionService({ ...common, content, reader, documentIds, changeRequests, files })
  const contentFiles = new ContentFileService({ files, revisions })
  const links = new LinkService({
    ...common,
    content,
    outlines,
    repository: outlineRepository,
    revisions,
    changeRequests,
    files,
    documentIds,
  })
  const shownPeople = new ShownPeople({ profiles, links, users })
  const shownSpecs = new ShownSpecs({ profiles, links })
  const siteSearch = new SiteSearch({ database, urls, profiles, search, spaces, revisions })
  const addresses = new UrlService({
    database,
    urls,
    collections,
    spaces,
    changeRequests,
    revisions,
    published,
  })
  const comments = new CommentService({
    ...common,
    comments: new CommentRepository(),
    changeRequests,
    content,
    documents,
  })
  const reviews = new ReviewService({
    ...common,
    reviews: new ReviewRepository(),
    changeRequests,
    comments,
  })
  const git = new Git(parts.git?.limits, parts.git?.sshKey)
  const imports = new ImportService({ ...common, content, main, changeRequests, files, fetcher, git })
  const grants = new GrantService({ ...common, grants: new GrantRepository(), members })
  const invites = new InviteService({ ...common, invites: new InviteRepository(), users, members, grants })
  const pdfs = new PdfService({
    ...common,
    pdfs: new PdfRepository(),
    content,
    reader,
    revisions,
    files,
    store,
    signatures,
  })
  const seal = new Seal(secrets.seal)
  const syncs = new GitSyncRepository()
  const synchroniser = new Synchroniser({
    ...common,
    content,
    main,
    files,
    changeRequests,
    syncs,
    seal,
    guard: fetcher.guard,
    git,
    cache: join(dataDir, 'git'),
  })
  const gitSync = new GitSyncService({ ...common, tasks, syncs, seal, guard: fetcher.guard, synchroniser })
  const processor = new Processor({
    database,
    clock,
    specs,
    fetcher,
    limits: { ...defaultLimits, ...parts.openapiLimits },
  })
  processor.onChange((tx, { organizationId, slug }) => recomputing.specChanged(tx, organizationId, slug))
  const openapiSpecs = new OpenAPISpecService({
    ...common,
    tasks,
    specs,
    guard: fetcher.guard,
    processor,
  })
  const fileDescriptions = new FileDescriptions({ files, documents: specDocuments })
  const sourceDescriptions = new SourceDescriptions({
    database,
    clock,
    tasks,
    sources: new OpenAPISourceRepository(),
    fetcher,
    limits: { ...sourceLimits, ...parts.openapiLimits },
    documents: specDocuments,
  })
  const glossary = new GlossaryService({ ...common, glossary: new GlossaryRepository() })
  const translationRepository = new TranslationRepository()
  const translator = new Translator({
    ...common,
    content,
    main,
    documents,
    spaces,
    glossary,
    translations: translationRepository,
    engine: parts.translator,
  })
  const translations = new TranslationService({
    ...common,
    tasks,
    translations: translationRepository,
    collections,
    translator,
  })
  main.onMoved(translations.sourceMoved)
  const samlProviders = new SamlRepository()
  const saml = new SamlService({ ...common, saml: samlProviders })
  const sessions = new SessionService(common)
  const samlLogin = new SamlLogin({ ...common, saml: samlProviders, members, sessions })
  const visibleJobs = new JobService({ database, jobs: new JobRepository() })
  return {
    embeds,
    users,
    tokens,
    members,
    organizations,
    teams,
    collections,
    spaces,
    sites,
    siteStructures,
    customizations,
    redirects,
    visitors,
    published,
    shownPeople,
    shownSpecs,
    siteSearch,
    audiences,
    addresses,
    grants,
    invites,
    changeRequests,
    reviews,
    comments,
    revisions,
    links,
    search,
    searchIndexer,
    collector,
    content,
    reader,
    main,
    files,
    pdfs,
    gitSync,
    openapiSpecs,
    descriptions,
    fileDescriptions,
    sourceDescriptions,
    computed,
    translations,
    glossary,
    imports,
    templates,
    saml,
    samlLogin,
    sessions,
    visibleJobs,
    uploads,
    contentFiles,
  }
}
