/** Bringing content into a space. */
export const imports = {
  title: 'Importieren',
  text: 'Importierte Seiten werden hinter den vorhandenen Seiten dieses Space eingefügt. Diese ändern sich nicht.',
  source: 'Was möchten Sie importieren?',
  sources: {
    website: { label: 'Website', help: 'Alle Seiten unter einer Adresse, mit ihren Bildern.' },
    zip: { label: 'Archiv', help: 'Markdown-, HTML- und Word-Dateien mit ihren Bildern, als ZIP.' },
    markdown: { label: 'Markdown-Datei', help: 'Eine Seite.' },
    docx: { label: 'Word-Dokument', help: 'Eine Seite, mit ihren Bildern und Tabellen.' },
    notion: { label: 'Notion', help: 'Das Archiv, das Notion exportiert, als Markdown oder HTML.' },
    confluence: { label: 'Confluence', help: 'Der HTML-Export eines Bereichs.' },
    'google-docs': {
      label: 'Google-Dokument',
      help: 'Der Freigabelink, offen für alle, die ihn haben.',
    },
    'github-wiki': { label: 'GitHub-Wiki', help: 'Die Adresse des Wikis.' },
    html: { label: 'Webseite', help: 'Eine Seite, ohne das, was um den Inhalt herum steht.' },
  },
  file: 'Datei',
  drop: 'Datei hier ablegen',
  choose: 'Datei wählen',
  address: 'Adresse',
  orAddress: 'Oder ihre Adresse',
  addressHelp: 'Verso muss sie ohne Anmeldung erreichen können.',
  start: 'Importieren',
  uploading: 'Die Datei wird gesendet.',
  running: 'Seiten werden geholt und umgewandelt. Große Importe dauern einige Minuten.',
  failed: 'Nichts wurde importiert.',
  done: (imported: number, total: number) =>
    imported === total
      ? `Alles wurde importiert. Seiten und Dateien: ${total}.`
      : `${imported} von ${total} Seiten und Dateien wurden importiert.`,
  missing: 'Was fehlt, und warum',
  look: 'Seiten ansehen',
} as const
