import type { MailTexts } from './texts.ts'

export const pt: MailTexts = {
  language: 'pt',
  direction: 'ltr',
  greeting: (name) => `Olá, ${name}!`,
  copyLink: 'Se o botão não funcionar, abra este endereço no navegador:',
  passwordReset: ({ minutes }) => ({
    subject: 'Escolha uma nova senha',
    before: ['Foi pedida uma nova senha para a sua conta.'],
    button: 'Escolher uma nova senha',
    after: [
      `O link funciona uma vez, durante ${minutes} minutos. Ele encerra todas as suas sessões.`,
      'Se não foi você, não é preciso fazer nada: a sua senha continua a mesma.',
    ],
  }),
  signInLink: ({ minutes }) => ({
    subject: 'Seu link para entrar',
    before: ['Abra este link no navegador com o qual deseja entrar.'],
    button: 'Entrar',
    after: [
      `O link funciona uma vez, durante ${minutes} minutos.`,
      'Se você não o pediu, não é preciso fazer nada. Não o compartilhe: quem o tiver pode entrar na sua conta.',
    ],
  }),
  emailChange: ({ minutes }) => ({
    subject: 'Confirme o seu novo endereço de e-mail',
    before: ['Você pediu para usar este endereço na sua conta.'],
    button: 'Confirmar o endereço',
    after: [
      `O link funciona uma vez, durante ${minutes} minutos, no navegador em que você entrou.`,
      'Se você não o pediu, não é preciso fazer nada: nada muda.',
    ],
  }),
  emailChanged: () => ({
    subject: 'O seu endereço de e-mail foi alterado',
    before: ['A sua conta tem agora outro endereço de e-mail. As mensagens sobre ela não chegam mais aqui.'],
    button: 'Abrir a sua conta',
    after: [
      'Se não foi você, altere agora a sua senha e encerre as outras sessões. Se não consegue mais entrar na sua conta, fale com quem administra o Verso.',
    ],
  }),
  invitation: ({ organization, inviter, days }) => ({
    subject: `Convite para ${organization}`,
    before: [`${inviter} convida você a trabalhar em ${organization}.`],
    button: 'Aceitar o convite',
    after: [`O link funciona uma vez, durante ${days} dias. Ele é só para você.`],
  }),
  invitationOfAccount: ({ organization, inviter }) => ({
    subject: `Convite para ${organization}`,
    before: [
      `${inviter} convida você a trabalhar em ${organization}.`,
      'Você já tem uma conta: entre e aceite ou recuse o convite.',
    ],
    button: 'Ver o convite',
    after: ['Se não conhece a organização, pode recusar ou ignorar o convite.'],
  }),
  joinWithLink: ({ organization, days }) => ({
    subject: `Entrar em ${organization}`,
    before: [`Abra este link para criar a sua conta e entrar em ${organization}.`],
    button: 'Criar uma conta',
    after: [
      `O link funciona uma vez, durante ${days} dias.`,
      'Se você não o pediu, não é preciso fazer nada.',
    ],
  }),
}
