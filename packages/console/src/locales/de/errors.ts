/** What is said when something does not work. */
export const errors = {
  network: 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  loadFailed: 'Das konnte nicht geladen werden.',
  request: (id: string) => `Anfrage ${id}`,
  notFoundTitle: 'Hier ist nichts, oder Sie dürfen es nicht sehen',
  notFoundText:
    'Vielleicht ist die Adresse falsch, der Inhalt wurde gelöscht oder Ihnen fehlt der Zugriff. Ein Admin kann ihn Ihnen geben.',
  toHome: 'Zur Startseite gehen',
  crashedTitle: 'Bei dieser Ansicht ist ein Fehler aufgetreten',
  crashedText: 'Ihre Arbeit ist auf dem Server sicher. Laden Sie die Seite neu, um fortzufahren.',
  reload: 'Neu laden',
  offline: 'Sie sind offline. Was Sie jetzt tun, wird gesendet, sobald die Verbindung wieder da ist.',
  notAllowed: 'Ihnen fehlt die dafür nötige Rolle.',
} as const
