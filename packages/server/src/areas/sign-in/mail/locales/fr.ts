import type { MailTexts } from './texts.ts'

export const fr: MailTexts = {
  language: 'fr',
  direction: 'ltr',
  greeting: (name) => `Bonjour ${name},`,
  copyLink: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur :',
  passwordReset: ({ minutes }) => ({
    subject: 'Choisissez un nouveau mot de passe',
    before: ['Un nouveau mot de passe a été demandé pour votre compte.'],
    button: 'Choisir un nouveau mot de passe',
    after: [
      `Le lien fonctionne une fois, pendant ${minutes} minutes. Il met fin à toutes vos sessions.`,
      'Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste le même.',
    ],
  }),
  signInLink: ({ minutes }) => ({
    subject: 'Votre lien de connexion',
    before: ['Ouvrez ce lien dans le navigateur avec lequel vous voulez vous connecter.'],
    button: 'Se connecter',
    after: [
      `Le lien fonctionne une fois, pendant ${minutes} minutes.`,
      'Si vous ne l’avez pas demandé, vous n’avez rien à faire. Ne le transmettez pas : la personne qui l’a peut se connecter à votre place.',
    ],
  }),
  emailChange: ({ minutes }) => ({
    subject: 'Confirmez votre nouvelle adresse e-mail',
    before: ['Vous avez demandé à utiliser cette adresse pour votre compte.'],
    button: 'Confirmer l’adresse',
    after: [
      `Le lien fonctionne une seule fois, pendant ${minutes} minutes, là où vous êtes connecté.`,
      'Si vous ne l’avez pas demandé, vous n’avez rien à faire : rien ne change.',
    ],
  }),
  emailChanged: () => ({
    subject: 'Votre adresse e-mail a été modifiée',
    before: [
      'Votre compte a maintenant une autre adresse e-mail. Les messages à son sujet n’arrivent plus ici.',
    ],
    button: 'Ouvrir votre compte',
    after: [
      'Si ce n’était pas vous, changez tout de suite votre mot de passe et déconnectez-vous partout ailleurs. Si vous n’avez plus accès à votre compte, adressez-vous à la personne qui gère Verso.',
    ],
  }),
  invitation: ({ organization, inviter, days }) => ({
    subject: `Invitation à rejoindre ${organization}`,
    before: [`${inviter} vous invite à travailler dans ${organization}.`],
    button: 'Accepter l’invitation',
    after: [`Le lien fonctionne une fois, pendant ${days} jours. Il n’est destiné qu’à vous.`],
  }),
  invitationOfAccount: ({ organization, inviter }) => ({
    subject: `Invitation à rejoindre ${organization}`,
    before: [
      `${inviter} vous invite à travailler dans ${organization}.`,
      'Vous avez déjà un compte : connectez-vous, puis acceptez ou refusez.',
    ],
    button: 'Voir l’invitation',
    after: ['Si vous ne connaissez pas cette organisation, vous pouvez refuser ou ignorer l’invitation.'],
  }),
  joinWithLink: ({ organization, days }) => ({
    subject: `Rejoindre ${organization}`,
    before: [`Ouvrez ce lien pour créer votre compte et rejoindre ${organization}.`],
    button: 'Créer un compte',
    after: [
      `Le lien fonctionne une fois, pendant ${days} jours.`,
      'Si vous ne l’avez pas demandé, vous n’avez rien à faire.',
    ],
  }),
}
