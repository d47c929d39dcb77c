import type { NotificationMailTexts } from './texts.ts'

export const ptNotificationMail: NotificationMailTexts = {
  subject: (count) => `Novas notificações: ${count}`,
  somebody: 'Alguém',
  kinds: {
    mention: (name) => `${name} mencionou você`,
    reply: (name) => `${name} respondeu`,
    comment: (name) => `${name} comentou sua solicitação de mudança`,
    review_requested: (name) => `${name} pede sua revisão`,
    approved: (name) => `${name} aprovou a solicitação de mudança`,
    changes_requested: (name) => `${name} pede mudanças`,
    merged: (name) => `${name} mesclou sua solicitação de mudança`,
    conflict: () => 'Sua solicitação de mudança tem conflitos',
    job_failed: () => 'Uma sincronização ou uma tradução falhou',
  },
  mergeCanceled: {
    canceled: (name) => `${name} cancelou a mesclagem planejada`,
    archived: (name) => `Não mesclado como planejado: ${name} arquivou a solicitação de mudança`,
    permission: () => 'Não mesclado como planejado: quem planejou não pode mais mesclar',
    changes: () => 'Não mesclado como planejado: não havia nada para mesclar',
    approval: () =>
      'Não mesclado como planejado: alguém que não pode mesclar fez mudanças desde então, e ninguém as aprovou',
    rules: () => 'Não mesclado como planejado: as regras de mesclagem não foram cumpridas',
    conflicts: () => 'Não mesclado como planejado: há conflitos com o espaço',
  },
  more: (count) => `E mais ${count}.`,
  preferences: 'Escolher quais e-mails você recebe',
}
