/** Who can read a site. */
export const siteAudience = {
  title: 'Publikum',
  visibilities: {
    public: 'Alle',
    unlisted: 'Alle mit der Adresse',
    'share-link': 'Mit Freigabelink',
    'visitor-auth': 'Besucher, die sich bei Ihnen anmelden',
  },
  opensAtOnce: 'Die Website ist veröffentlicht: Sobald Sie speichern, können mehr Menschen sie lesen.',
  shareLinks: 'Freigabelinks',
  shareLinksText:
    'Wer einen hat, liest die Website, solange sie mit Freigabelink lesbar ist. Schalten Sie einen aus, öffnet er nichts mehr.',
  linkName: 'Name des Links',
  linkNamePlaceholder: 'Zum Beispiel: Partner',
  createLink: 'Link erstellen',
  isActive: (name: string) => `${name} öffnet die Website`,
  copyLink: (name: string) => `Adresse von ${name} kopieren`,
  deleteLink: (name: string) => `${name} löschen`,
  signIn: 'Eigene Anmeldung',
  signInText:
    'Ihr Backend signiert mit diesem Schlüssel ein Token und schickt den Besucher damit zur Website. Was im Token steht, entscheidet, was der Besucher sieht.',
  key: 'Schlüssel',
  replaceKey: 'Schlüssel ersetzen',
  replaceKeyText:
    'Mit dem alten Schlüssel signierte Token werden sofort abgelehnt. Tragen Sie den neuen Schlüssel gleich danach in Ihr Backend ein.',
  fallback: 'Besucher ohne Token schicken zu',
  fallbackHelp: 'Die Adresse Ihrer Anmeldung. Leer zeigt eine Seite, die zur Anmeldung auffordert.',
  code: 'Code für Ihr Backend (Node.js)',
  token: 'Token testen',
  tokenHelp: 'Es bleibt in diesem Browser.',
  testToken: 'Testen',
  tokenValid: 'Das Token ist richtig und läuft nie ab.',
  tokenValidUntil: (when: string) => `Das Token gilt bis ${when}.`,
  tokenExpired: (when: string) =>
    `Das Token endete ${when}. Signieren Sie ein neues oder setzen Sie „exp“ später.`,
  tokenBroken: 'Das ist kein JWT. Ein JWT hat drei Teile mit Punkten dazwischen.',
  tokenAlgorithm: 'Das Token ist nicht mit HS256 signiert. Die Website nimmt nur HS256 an.',
  tokenKey: 'Das Token wurde mit einem anderen Schlüssel signiert. Verwenden Sie den obigen.',
} as const
