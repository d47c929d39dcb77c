/** Merging later. */
export const plannedMerges = {
  menu: 'Autres façons de fusionner',
  mergeWhenReady: 'Fusionner dès que possible',
  mergeWhenReadyNote: 'Dès que les règles sont respectées et qu’il n’y a pas de conflit',
  mergeAtTime: 'Fusionner à une date…',
  timeTitle: 'Fusionner à une date',
  timeText:
    'La fusion se fait en votre nom, si les règles sont alors respectées et s’il n’y a pas de conflit. Sinon rien ne change, et vous apprenez pourquoi.',
  time: 'Date et heure',
  timeZone: (zone: string) => `Dans votre fuseau horaire : ${zone}`,
  wrongTime: 'Choisissez un moment à venir, dans l’année.',
  plan: 'Prévoir la fusion',
  cancel: 'Annuler la fusion prévue',
  canceled: 'La fusion prévue est annulée.',
  unsaved: 'Pas prévu : la page n’est pas encore enregistrée. Attendez qu’elle le soit, puis réessayez.',
  whenReady: 'Fusion prévue : dès que possible',
  atTime: (time: string) => `Fusion prévue : ${time}`,
  plannedBy: (name: string, when: string) => `Prévue par ${name}, ${when}.`,
  waitingFor: {
    changes: 'Elle attend qu’il y ait quelque chose à fusionner.',
    approval:
      'Elle attend une approbation : une personne qui ne peut pas fusionner a fait des modifications depuis.',
    rules: 'Elle attend que les règles de fusion soient respectées.',
    conflicts: 'Elle attend que les conflits soient résolus.',
  },
}
