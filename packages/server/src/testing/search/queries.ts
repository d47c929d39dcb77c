import type { handbooks } from './pages.ts'

/** A query that somebody types, and the title of the page that search should find for it. */
export interface ExpectedResult {
  language: keyof typeof handbooks
  /** What makes the query hard. `inside` is a word that is only part of a longer word or of unspaced text. */
  difficulty: 'words' | 'prefix' | 'typo' | 'accents' | 'forms' | 'code' | 'phrase' | 'inside'
  query: string
  title: string
}

const expectResults = (
  language: ExpectedResult['language'],
  difficulty: ExpectedResult['difficulty'],
  list: [query: string, title: string][],
): ExpectedResult[] => list.map(([query, title]) => ({ language, difficulty, query, title }))

export const handbookQueries: ExpectedResult[] = [
  ...expectResults('en', 'words', [
    ['installation', 'Installation'],
    ['docker volume', 'Installation'],
    ['how to install from source', 'Installation'],
    ['revoke token', 'Authentication'],
    ['single sign-on', 'Authentication'],
    ['429', 'Rate limits'],
    ['custom domain certificate', 'Publishing'],
    ['restore database', 'Backups'],
    ['server does not start', 'Troubleshooting'],
    ['change request', 'Glossary'],
    ['webhook signature', 'Webhooks'],
  ]),
  ...expectResults('en', 'prefix', [
    ['configu', 'Configuration'],
    ['two-fac', 'Authentication'],
    ['troubl', 'Troubleshooting'],
    ['trigger a redir', 'Publishing'],
  ]),
  ...expectResults('en', 'typo', [
    ['authentcation', 'Authentication'],
    ['instalation', 'Installation'],
    ['webhoks', 'Webhooks'],
    ['recieve signatuer', 'Webhooks'],
    ['bakcups', 'Backups'],
    ['troubelshooting', 'Troubleshooting'],
    ['certifcate', 'Publishing'],
  ]),
  ...expectResults('en', 'forms', [
    ['configuring', 'Configuration'],
    ['publish a site', 'Publishing'],
    ['retrying a delivery', 'Webhooks'],
    ['library for python', 'Client libraries'],
  ]),
  ...expectResults('en', 'code', [
    ['getPageById', 'Client libraries'],
    ['get page by id', 'Client libraries'],
    ['getpagebyid', 'Client libraries'],
    ['list_change_requests', 'Client libraries'],
    ['max_retry_count', 'Configuration'],
    ['request.timeout_ms', 'Configuration'],
    ['timeout_ms', 'Configuration'],
    ['HARBOR_PORT', 'Configuration'],
    ['EADDRINUSE', 'Troubleshooting'],
    ['X-RateLimit-Remaining', 'Rate limits'],
    ['HarborApiError', 'Client libraries'],
  ]),
  ...expectResults('en', 'phrase', [
    ['"constant time"', 'Webhooks'],
    ['"recovery codes"', 'Authentication'],
    ['"latency of the disk"', 'Troubleshooting'],
  ]),
  ...expectResults('de', 'words', [
    ['Rechnungen', 'Rechnungen'],
    ['Passwort zurücksetzen', 'Benutzerverwaltung'],
    ['Lastschrift', 'Rechnungen'],
  ]),
  ...expectResults('de', 'forms', [
    ['Haus', 'Sicherungskopien'],
    ['Fehlermeldung', 'Schnittstelle'],
    ['Feiertag', 'Öffnungszeiten des Supports'],
  ]),
  ...expectResults('de', 'accents', [
    ['offnungszeiten', 'Öffnungszeiten des Supports'],
    ['Oeffnungszeiten', 'Öffnungszeiten des Supports'],
    ['Strassen', 'Sicherungskopien'],
    ['einfuhrung', 'Einführung'],
  ]),
  ...expectResults('de', 'inside', [
    ['Erklärung', 'Datenschutzerklärung'],
    ['Verwaltung Konten', 'Benutzerverwaltung'],
  ]),
  ...expectResults('de', 'prefix', [['Datensch', 'Datenschutzerklärung']]),
  ...expectResults('de', 'typo', [['Benutzerverwatlung', 'Benutzerverwaltung']]),
  ...expectResults('fr', 'words', [
    ['mot de passe', 'Sécurité'],
    ['facture', 'Facturation'],
    ['lecteur d’écran', 'Accessibilité'],
  ]),
  ...expectResults('fr', 'accents', [
    ['ecole', 'Élèves et écoles'],
    ['eleves', 'Élèves et écoles'],
    ['securite', 'Sécurité'],
    ['deploiement', 'Déploiement'],
  ]),
  ...expectResults('fr', 'forms', [
    ['sauvegarder', 'Déploiement'],
    ['chiffrer', 'Sécurité'],
    ['remboursement', 'Facturation'],
  ]),
  ...expectResults('fr', 'prefix', [['access', 'Accessibilité']]),
  ...expectResults('fr', 'typo', [
    ['deploiment', 'Déploiement'],
    ['facturaton', 'Facturation'],
  ]),
  ...expectResults('zh', 'words', [
    ['安装', '安装指南'],
    ['权限', '权限管理'],
    ['备份', '备份与恢复'],
  ]),
  ...expectResults('zh', 'inside', [
    ['句子中间', '全文搜索'],
    ['重置密码', '常见问题'],
    ['数据丢失', '备份与恢复'],
    ['启动容器', '安装指南'],
    ['电子邮件', '快速入门'],
    ['修改页面', '权限管理'],
    ['docker 镜像', '安装指南'],
    ['怎么重置密码', '常见问题'],
  ]),
  ...expectResults('ja', 'words', [
    ['インストール', 'インストール'],
    ['権限', 'アクセス権限'],
    ['検索', '検索機能'],
  ]),
  ...expectResults('ja', 'inside', [
    ['データベース', 'バックアップと復元'],
    ['文章の途中', '検索機能'],
    ['請求書', '料金と請求'],
    ['銀行振込', '料金と請求'],
    ['ﾊﾞｯｸｱｯﾌﾟ', 'バックアップと復元'],
    ['割り当て', 'アクセス権限'],
  ]),
  ...expectResults('ko', 'words', [
    ['설치', '설치 안내'],
    ['권한', '권한 관리'],
    ['검색', '검색'],
  ]),
  ...expectResults('ko', 'inside', [
    ['데이터베이스', '백업과 복원'],
    ['한국어 단어', '검색'],
    ['신용카드', '요금과 결제'],
    ['이메일', '시작하기'],
    ['소프트웨어를 설치', '설치 안내'],
    ['복원을', '백업과 복원'],
  ]),
]

/** Queries over the real documentation that the tests use as a corpus. All of it is English. */
export const corpusQueries: { query: string; path: string }[] = [
  { query: 'create an application', path: 'getting-started/readme/create-an-application.md' },
  {
    query: 'two-factor authentication',
    path: 'getting-started/readme/installation/set-up-two-factor-authentication.md',
  },
  {
    query: '2fa two factor',
    path: 'getting-started/readme/installation/set-up-two-factor-authentication.md',
  },
  { query: 'uid parameter', path: 'getting-started/readme/installation/how-the-uid-parameter-works.md' },
  { query: 'naming convention', path: 'getting-started/readme/installation/naming-conventions.md' },
  { query: 'workspaces', path: 'getting-started/readme/installation/configuration-parameters/workspaces.md' },
  { query: 'angular', path: 'quickstart-guides/angular-no-code-email-builder.md' },
  { query: 'vue', path: 'quickstart-guides/vue.js-no-code-email-builder.md' },
  { query: 'django demo', path: 'quickstart-guides/django-beefree-sdk-demo.md' },
  { query: 'embed video page', path: 'visual-builders/page-builder/embedding-videos-in-a-page.md' },
  { query: 'import html', path: 'apis/html-importer-api/import-html.md' },
  { query: 'row processing', path: 'apis/content-services-api/row-processing.md' },
  { query: 'template categories', path: 'apis/template-catalog-api/categories.md' },
  { query: 'allowed form fields', path: 'forms/integrating-and-using-the-form-block/allowed-form-fields.md' },
  {
    query: 'aws s3 bucket',
    path: 'server-side-configurations/server-side-options/storage-options/configure-your-aws-s3-bucket.md',
  },
  {
    query: 'favicon',
    path: 'server-side-configurations/server-side-options/services-options/add-a-favicon-to-emails.md',
  },
  {
    query: 'undo history',
    path: 'server-side-configurations/server-side-options/undo-and-changes-history.md',
  },
  {
    query: 'mime types',
    path: 'file-manager/file-manager-application-overview/file-extensions-and-groups.md',
  },
  { query: 'color palette', path: 'other-customizations/advanced-options/custom-color-palette.md' },
  { query: 'merge tags', path: 'other-customizations/advanced-options/special-links-and-merge-tags.md' },
  { query: 'font managment', path: 'other-customizations/advanced-options/font-management.md' },
  { query: 'synced rows', path: 'rows/reusable-content/sync/implement-synced-rows.md' },
  { query: 'roles permissions', path: 'other-customizations/advanced-options/roles-and-permissions.md' },
  { query: 'tracking message changes', path: 'getting-started/tracking-message-changes.md' },
  { query: 'release candidate', path: 'getting-started/release-candidate-environment.md' },
]
