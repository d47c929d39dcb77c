/** Merging later. */
export const plannedMerges = {
  menu: 'Otras formas de fusionar',
  mergeWhenReady: 'Fusionar cuando sea posible',
  mergeWhenReadyNote: 'En cuanto se cumplan las reglas y no haya conflictos',
  mergeAtTime: 'Fusionar en una fecha…',
  timeTitle: 'Fusionar en una fecha',
  timeText:
    'Se fusiona en tu nombre si entonces se cumplen las reglas y no hay conflictos. Si no, todo queda como está y se te dice por qué.',
  time: 'Fecha y hora',
  timeZone: (zone: string) => `En tu zona horaria: ${zone}`,
  wrongTime: 'Elige un momento futuro, dentro de un año.',
  plan: 'Planear la fusión',
  cancel: 'Cancelar la fusión prevista',
  canceled: 'La fusión prevista está cancelada.',
  unsaved: 'No se ha planeado: la página aún no está guardada. Espera a que lo esté y vuelve a intentarlo.',
  whenReady: 'Fusión prevista: cuando sea posible',
  atTime: (time: string) => `Fusión prevista: ${time}`,
  plannedBy: (name: string, when: string) => `La planeó ${name}, ${when}.`,
  waitingFor: {
    changes: 'Espera a que haya algo que fusionar.',
    approval: 'Espera una aprobación: alguien que no puede fusionar ha hecho cambios desde entonces.',
    rules: 'Espera a que se cumplan las reglas de fusión.',
    conflicts: 'Espera a que se resuelvan los conflictos.',
  },
}
