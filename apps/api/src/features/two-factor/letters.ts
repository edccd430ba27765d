import type { CallingClient } from '../../platform/http/user-agent.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { deviceFact, timeFact } from '../../platform/mail/letter-facts.ts';

/** What was done, from where and when. */
export interface Occasion {
  readonly client: CallingClient;
  readonly at: Date;
}

const settingsOf = (dashboardUrl: string) => ({
  label: 'Look at two-factor',
  url: `${dashboardUrl}/dash/settings/two-factor/`,
});
const notYou =
  'If it was not you, change your password at once: someone else is in your account. It ends every session.';

export function activateLetter(url: string): Letter {
  return {
    subject: 'Turn on two-factor',
    preview: 'One link, and signing in asks for a code.',
    heading: 'Turn on two-factor',
    paragraphs: [
      'Your authenticator app is set up. Follow the link, and from then on signing in asks for its code.',
      'Keep your recovery codes first: they let you in when the app is lost. The link works once, for 24 hours.',
    ],
    action: { label: 'Turn on two-factor', url },
    footnote:
      'You get this because someone set up two-factor in your Comet account. If it was not you, do not follow the link, and change your password.',
  };
}

export function turnedOnLetter(dashboardUrl: string, occasion: Occasion): Letter {
  return {
    subject: 'Two-factor is on',
    preview: 'Signing in to Comet now asks for a code.',
    heading: 'Two-factor is on',
    paragraphs: [
      'From now on, signing in asks for a code from your authenticator app.',
      'Without the app, a recovery code lets you in. Keep them where the phone is not.',
    ],
    facts: factsOf(occasion),
    action: settingsOf(dashboardUrl),
    footnote: notYou,
  };
}

export function turnedOffLetter(dashboardUrl: string, occasion: Occasion): Letter {
  return {
    subject: 'Two-factor is off',
    preview: 'Your password alone signs in to Comet again.',
    heading: 'Two-factor is off',
    paragraphs: [
      'Signing in asks for no code any more, and the recovery codes are void. If you did this, there is nothing to do.',
    ],
    facts: factsOf(occasion),
    action: settingsOf(dashboardUrl),
    footnote: notYou,
  };
}

export function recoveryCodeUsedLetter(dashboardUrl: string, occasion: Occasion, left: number): Letter {
  const rest = left === 1 ? 'One code is left.' : left === 0 ? 'No code is left.' : `${left} codes are left.`;
  return {
    subject: 'A recovery code was used',
    preview: `${rest} A used one does not work again.`,
    heading: 'A recovery code was used',
    paragraphs: [
      'One of your recovery codes took the place of a code from your authenticator app.',
      left > 3 ? rest : `${rest} Make new ones in your settings.`,
    ],
    facts: factsOf(occasion),
    action: settingsOf(dashboardUrl),
    footnote: notYou,
  };
}

export function newCodesLetter(dashboardUrl: string, occasion: Occasion): Letter {
  return {
    subject: 'You have new recovery codes',
    preview: 'The old ones do not work any more.',
    heading: 'You have new recovery codes',
    paragraphs: [
      'Ten new recovery codes were made for your account, and the old ones do not work any more. If you did this, there is nothing to do.',
    ],
    facts: factsOf(occasion),
    action: settingsOf(dashboardUrl),
    footnote: notYou,
  };
}

function factsOf({ client, at }: Occasion): NonNullable<Letter['facts']> {
  return [deviceFact(client), timeFact(at)];
}
