/** What one should know of. */
export const notifications = {
  emptyTitle: 'Nada de novo para você',
  emptyText:
    'Quando alguém menciona você, responde, pede sua revisão ou mescla algo seu, aparece aqui. Também as sincronizações e traduções que falharam.',
  nothingUnread: 'Você leu tudo.',
  filter: 'Mostrar',
  all: 'Tudo',
  onlyUnread: 'Só não lidas',
  markAllRead: 'Marcar tudo como lido',
  markRead: 'Marcar como lida',
  markUnread: 'Marcar como não lida',
  unread: 'Não lida:',
  somebody: 'Alguém',
  kinds: {
    mention: (name: string) => `${name} mencionou você`,
    reply: (name: string) => `${name} respondeu`,
    comment: (name: string) => `${name} comentou sua solicitação de alteração`,
    review_requested: (name: string) => `${name} pede sua revisão`,
    approved: (name: string) => `${name} aprovou a solicitação de mudança`,
    changes_requested: (name: string) => `${name} pede mudanças`,
    merged: (name: string) => `${name} mesclou sua solicitação de alteração`,
    conflict: () => 'Sua solicitação de alteração tem conflitos',
    job_failed: () => 'Uma sincronização ou uma tradução falhou',
  },
  mergeCanceled: {
    canceled: (name: string) => `${name} cancelou a mesclagem planejada`,
    archived: (name: string) => `Não mesclado como planejado: ${name} arquivou a solicitação de mudança`,
    permission: () => 'Não mesclado como planejado: quem planejou não pode mais mesclar',
    changes: () => 'Não mesclado como planejado: não havia nada para mesclar',
    approval: () =>
      'Não mesclado como planejado: alguém que não pode mesclar fez mudanças desde então, e ninguém as aprovou',
    rules: () => 'Não mesclado como planejado: as regras de mesclagem não foram cumpridas',
    conflicts: () => 'Não mesclado como planejado: há conflitos com o espaço',
  },
  preferences: 'Preferências',
  preferencesText:
    'O que diz respeito a você sempre aparece no console. Aqui você escolhe quando também recebe um e-mail sobre o que não leu.',
  mail: 'E-mails sobre notificações',
  mails: {
    immediate: { label: 'Na hora', help: 'Um e-mail assim que algo acontece.' },
    daily: { label: 'Uma vez por dia', help: 'Um e-mail pela manhã com tudo do dia.' },
    never: { label: 'Nunca', help: 'Somente no console.' },
  },
  mailSaved: 'Sua escolha foi salva.',
  noMailTitle: 'Esta instalação não envia e-mails',
  noMailText: 'Sua escolha valerá assim que um servidor de e-mail for configurado.',
}
