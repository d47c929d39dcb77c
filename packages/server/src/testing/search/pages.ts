import type { PageToWrite } from '../content.ts'

/** One small handbook for each language, for measuring which pages search finds. */
export const handbooks: Record<'en' | 'de' | 'fr' | 'zh' | 'ja' | 'ko', PageToWrite[]> = {
  en: [
    {
      title: 'Introduction',
      markdown:
        'Harbor keeps the documents of a team in one place.\n\n## Who it is for\n\nTeams that write manuals, runbooks and API references together.\n\n## How it is built\n\nOne server, one database, no cloud account.',
    },
    {
      title: 'Installation',
      markdown:
        'Harbor runs on Linux and macOS.\n\n## Requirements\n\nTwo processors and four gigabytes of memory.\n\n## Docker\n\nPull the image and start the container with a volume for its data.\n\n```sh\ndocker run -v harbor:/data harbor/server\n```\n\n## From source\n\nClone the repository and run the installer.',
    },
    {
      title: 'Configuration',
      markdown:
        'Settings come from environment variables.\n\n## Ports\n\n`HARBOR_PORT` is where the server listens.\n\n## Timeouts\n\nSet `request.timeout_ms` to limit how long a request may take. `max_retry_count` says how often it is tried again.\n\n## Logging\n\nThe level is one of debug, info, warn and error.',
    },
    {
      title: 'Authentication',
      markdown:
        'People sign in with a password or through single sign-on.\n\n## Access tokens\n\nScripts send an access token in the Authorization header. A token can be revoked at any time.\n\n## Two-factor authentication\n\nScan the code with an authenticator app and keep the recovery codes.',
    },
    {
      title: 'Webhooks',
      markdown:
        'Harbor tells other programs what happened.\n\n## Retries\n\nA delivery that fails is tried again with growing pauses, for one day.\n\n## Signatures\n\nEach delivery is signed with HMAC-SHA256. Compare the header `X-Harbor-Signature` in constant time.',
    },
    {
      title: 'Rate limits',
      markdown:
        'A token may send six hundred requests a minute.\n\n## Headers\n\n`X-RateLimit-Remaining` says how many are left.\n\n## When the limit is exceeded\n\nThe answer is 429 Too Many Requests. Wait until the minute is over.',
    },
    {
      title: 'Backups',
      markdown:
        'A backup is one file.\n\n## Schedule\n\nRun it every night from cron.\n\n## Restore\n\nRestoring needs an empty database. Everything comes back: pages, people, permissions.',
    },
    {
      title: 'Client libraries',
      markdown:
        'There are clients for JavaScript, Python and Go.\n\n## JavaScript\n\n```js\nconst page = await client.getPageById(spaceId, pageId)\n```\n\n## Python\n\n```python\nclient.list_change_requests(space_id, page_size=50)\n```\n\n## Errors\n\nEvery client throws a `HarborApiError` with the status and the message.',
    },
    {
      title: 'Publishing',
      markdown:
        'Choose who reads a site.\n\n## Custom domain\n\nPoint a CNAME record at the server. The certificate is renewed by itself.\n\n## Redirects\n\nOld addresses lead to new ones with a permanent redirect.\n\n## Visitors\n\nA site can be public, unlisted or behind a login.',
    },
    {
      title: 'Markdown reference',
      markdown:
        'Pages are written in Markdown.\n\n## Tables\n\nColumns are set apart by a vertical bar.\n\n## Hints\n\nA hint draws attention to a danger or a tip.\n\n## Math\n\nFormulas are written between dollar signs.',
    },
    {
      title: 'Troubleshooting',
      markdown:
        'What to do when something does not work.\n\n## The server does not start\n\nAnother process may hold the port. Look for `EADDRINUSE` in the log.\n\n## Pages load slowly\n\nCheck the memory of the database and the latency of the disk.\n\n## Mail is not sent\n\nTest the SMTP settings with the command `harbor mail test`.',
    },
    {
      title: 'Glossary',
      markdown:
        'Words that Harbor uses.\n\n## Change request\n\nA set of edits that is reviewed before it is merged.\n\n## Space\n\nA tree of pages with its own permissions, webhooks and tokens.\n\n## Revision\n\nThe state of a space at one moment.',
    },
  ],
  de: [
    {
      title: 'Einführung',
      markdown:
        'Das Handbuch für Betreiberinnen und Betreiber.\n\n## Aufbau\n\nEin Server, eine Datenbank, kein Konto in der Wolke.',
    },
    {
      title: 'Datenschutzerklärung',
      markdown:
        'Wie wir mit personenbezogenen Daten umgehen.\n\n## Speicherdauer\n\nProtokolle werden nach dreißig Tagen gelöscht.\n\n## Ihre Rechte\n\nSie können Auskunft verlangen und der Verarbeitung widersprechen.',
    },
    {
      title: 'Benutzerverwaltung',
      markdown:
        'Konten anlegen und sperren.\n\n## Rollen\n\nWer Inhalte bearbeiten darf, hat die Rolle Redaktion.\n\n## Passwörter zurücksetzen\n\nDie Verwaltung schickt einen Link, der eine Stunde gilt.',
    },
    {
      title: 'Sicherungskopien',
      markdown:
        'Sichern Sie jede Nacht.\n\n## Wiederherstellung\n\nDie Häuser, Straßen und Städte der Beispieldaten sind nach der Wiederherstellung vollständig.',
    },
    {
      title: 'Rechnungen',
      markdown:
        'Alle Beträge verstehen sich in Euro.\n\n## Zahlungsarten\n\nÜberweisung, Lastschrift und Kreditkarte.\n\n## Mahnungen\n\nNach vierzehn Tagen wird gemahnt.',
    },
    {
      title: 'Öffnungszeiten des Supports',
      markdown:
        'Montags bis freitags von neun bis siebzehn Uhr.\n\n## Feiertage\n\nAn Feiertagen ist geschlossen.',
    },
    {
      title: 'Schnittstelle',
      markdown:
        'Programme sprechen über HTTP.\n\n## Zugriffsschlüssel\n\nJeder Schlüssel gehört einer Person.\n\n## Fehlermeldungen\n\nJede Antwort mit einem Fehler hat einen Grund.',
    },
  ],
  fr: [
    {
      title: 'Présentation',
      markdown:
        'Un manuel pour celles et ceux qui hébergent le service.\n\n## Principes\n\nUn serveur, une base de données.',
    },
    {
      title: 'Déploiement',
      markdown:
        'Préparez une machine sous Linux.\n\n## Sauvegardes\n\nSauvegardez la base chaque nuit et vérifiez la restauration.\n\n## Mises à jour\n\nLisez les notes de version avant de mettre à jour.',
    },
    {
      title: 'Élèves et écoles',
      markdown:
        'Les écoles gèrent leurs élèves.\n\n## Inscriptions\n\nUne inscription est confirmée par l’école sous huit jours.\n\n## Vacances d’été\n\nLe service reste ouvert en juillet.',
    },
    {
      title: 'Facturation',
      markdown:
        'Les factures sont émises le premier du mois.\n\n## Remboursements\n\nUn remboursement prend cinq jours ouvrés.',
    },
    {
      title: 'Sécurité',
      markdown:
        'Protégez vos comptes.\n\n## Mots de passe\n\nUn mot de passe oublié se réinitialise par courriel.\n\n## Chiffrement\n\nLes échanges sont chiffrés de bout en bout.',
    },
    {
      title: 'Accessibilité',
      markdown:
        'Le site est utilisable au clavier.\n\n## Lecteurs d’écran\n\nLes images ont un texte de remplacement.',
    },
  ],
  zh: [
    { title: '快速入门', markdown: '几分钟内创建您的第一个空间。\n\n## 创建账户\n\n使用电子邮件地址注册。' },
    {
      title: '安装指南',
      markdown:
        '本页介绍如何在服务器上安装系统。\n\n## 系统要求\n\n至少需要四GB内存。\n\n## 使用Docker\n\n拉取镜像并启动容器。',
    },
    {
      title: '权限管理',
      markdown:
        '管理员可以为成员分配角色。\n\n## 角色\n\n编辑者可以修改页面，读者只能查看。\n\n## 访客\n\n访客只能看到与其共享的内容。',
    },
    {
      title: '备份与恢复',
      markdown: '定期备份数据库，避免数据丢失。\n\n## 恢复\n\n在空数据库上执行恢复命令。',
    },
    {
      title: '全文搜索',
      markdown: '搜索支持中文分词，在长句子中间的词语也能被找到。\n\n## 高亮\n\n匹配的文字会显示在摘要中。',
    },
    {
      title: '常见问题',
      markdown: '这里收集了用户经常提出的问题。\n\n## 忘记密码\n\n点击登录页面上的链接重置密码。',
    },
  ],
  ja: [
    {
      title: 'はじめに',
      markdown: 'このガイドでは基本的な使い方を説明します。\n\n## 対象読者\n\n管理者と執筆者。',
    },
    {
      title: 'インストール',
      markdown:
        'サーバーにソフトウェアをインストールする手順です。\n\n## 動作環境\n\nメモリは四ギガバイト以上が必要です。',
    },
    {
      title: 'アクセス権限',
      markdown:
        '管理者はメンバーに権限を割り当てることができます。\n\n## ゲスト\n\nゲストは共有されたページだけを閲覧できます。',
    },
    {
      title: 'バックアップと復元',
      markdown:
        'データベースを毎晩バックアップしてください。\n\n## 復元の手順\n\n空のデータベースに対して復元コマンドを実行します。',
    },
    {
      title: '検索機能',
      markdown:
        '日本語の文章の途中にある単語も検索できます。\n\n## 表示\n\n一致した部分の前後が表示されます。',
    },
    {
      title: '料金と請求',
      markdown: '請求書は毎月一日に発行されます。\n\n## 支払い方法\n\nクレジットカードと銀行振込。',
    },
  ],
  ko: [
    {
      title: '시작하기',
      markdown: '몇 분 안에 첫 번째 공간을 만들 수 있습니다.\n\n## 계정 만들기\n\n이메일 주소로 가입합니다.',
    },
    {
      title: '설치 안내',
      markdown:
        '서버에 소프트웨어를 설치하는 방법을 설명합니다.\n\n## 요구 사항\n\n메모리는 사 기가바이트 이상이어야 합니다.',
    },
    {
      title: '권한 관리',
      markdown:
        '관리자는 구성원에게 역할을 지정할 수 있습니다.\n\n## 손님\n\n손님은 공유된 페이지만 볼 수 있습니다.',
    },
    {
      title: '백업과 복원',
      markdown:
        '데이터베이스를 매일 밤 백업하세요.\n\n## 복원 절차\n\n빈 데이터베이스에서 복원 명령을 실행합니다.',
    },
    {
      title: '검색',
      markdown:
        '문장 중간에 있는 한국어 단어도 찾을 수 있습니다.\n\n## 강조 표시\n\n일치하는 부분이 요약에 표시됩니다.',
    },
    {
      title: '요금과 결제',
      markdown: '청구서는 매월 첫날에 발행됩니다.\n\n## 결제 수단\n\n신용카드와 계좌이체를 지원합니다.',
    },
  ],
}
