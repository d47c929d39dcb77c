/** Merging later. */
export const plannedMerges = {
  menu: 'Outras formas de mesclar',
  mergeWhenReady: 'Mesclar quando possível',
  mergeWhenReadyNote: 'Assim que as regras forem cumpridas e não houver conflito',
  mergeAtTime: 'Mesclar em uma data…',
  timeTitle: 'Mesclar em uma data',
  timeText:
    'A mesclagem é feita em seu nome, se as regras estiverem cumpridas e não houver conflito. Caso contrário, tudo fica como está e você é avisado do motivo.',
  time: 'Data e hora',
  timeZone: (zone: string) => `No seu fuso horário: ${zone}`,
  wrongTime: 'Escolha um momento no futuro, dentro de um ano.',
  plan: 'Planejar a mesclagem',
  cancel: 'Cancelar a mesclagem planejada',
  canceled: 'A mesclagem planejada foi cancelada.',
  unsaved: 'Não planejado: a página ainda não foi salva. Espere até que seja salva e tente de novo.',
  whenReady: 'Mesclagem planejada: quando possível',
  atTime: (time: string) => `Mesclagem planejada: ${time}`,
  plannedBy: (name: string, when: string) => `Planejada por ${name}, ${when}.`,
  waitingFor: {
    changes: 'Aguarda que haja algo para mesclar.',
    approval: 'Aguarda uma aprovação: alguém que não pode mesclar fez mudanças desde então.',
    rules: 'Aguarda as regras de mesclagem.',
    conflicts: 'Aguarda a solução dos conflitos.',
  },
}
