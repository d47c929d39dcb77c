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
  more: (count) => `E mais ${count}.`,
  preferences: 'Escolher quais e-mails você recebe',
}
