/** Merging later. */
export const plannedMerges = {
  menu: 'Weitere Arten zusammenzuführen',
  mergeWhenReady: 'Zusammenführen, sobald möglich',
  mergeWhenReadyNote: 'Sobald die Regeln erfüllt sind und es keinen Konflikt gibt',
  mergeAtTime: 'Zu einer Zeit zusammenführen …',
  timeTitle: 'Zu einer Zeit zusammenführen',
  timeText:
    'Es wird in Ihrem Namen zusammengeführt, wenn dann die Regeln erfüllt sind und es keinen Konflikt gibt. Sonst bleibt alles, wie es ist, und Sie erfahren, warum.',
  time: 'Datum und Uhrzeit',
  timeZone: (zone: string) => `In Ihrer Zeitzone: ${zone}`,
  wrongTime: 'Wählen Sie eine Zeit in der Zukunft, innerhalb eines Jahres.',
  plan: 'Zusammenführung planen',
  cancel: 'Geplante Zusammenführung absagen',
  canceled: 'Die geplante Zusammenführung ist abgesagt.',
  unsaved:
    'Nicht geplant: Die Seite ist noch nicht gespeichert. Warten Sie, bis sie gespeichert ist, und versuchen Sie es dann noch einmal.',
  whenReady: 'Zusammenführung geplant: sobald möglich',
  atTime: (time: string) => `Zusammenführung geplant: ${time}`,
  plannedBy: (name: string, when: string) => `Geplant von ${name}, ${when}.`,
  waitingFor: {
    changes: 'Es wartet darauf, dass es etwas zusammenzuführen gibt.',
    approval:
      'Es wartet auf eine Freigabe: Jemand, der nicht zusammenführen darf, hat seitdem etwas geändert.',
    rules: 'Es wartet auf die Regeln.',
    conflicts: 'Es wartet, bis die Konflikte gelöst sind.',
  },
}
