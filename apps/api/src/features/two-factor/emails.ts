import { plural, formatText, twoFactorEmails as texts } from '@comet/texts/emails';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { type Email, deviceFact, timeFact, composeEmail } from '../../platform/mail/email.ts';

/** The action with its client and time. */
export interface ActionContext {
  readonly client: CallingClient;
  readonly at: Date;
}

export function activateEmail(url: string): Email {
  return composeEmail(texts.activate, {}, { url, priority: 'security' });
}

export function turnedOnEmail(dashboardUrl: string, occasion: ActionContext): Email {
  return composeEmail(texts.turnedOn, {}, contextOf(dashboardUrl, occasion));
}

export function turnedOffEmail(dashboardUrl: string, occasion: ActionContext): Email {
  return composeEmail(texts.turnedOff, {}, contextOf(dashboardUrl, occasion));
}

export function recoveryCodeUsedEmail(dashboardUrl: string, occasion: ActionContext, left: number): Email {
  const rest = left === 0 ? texts.noCodeLeft : formatText(plural(left, texts.codesLeft), { count: left });
  const advice = left > 3 ? rest : formatText(texts.makeNew, { rest });
  return composeEmail(texts.codeUsed, { rest, advice }, contextOf(dashboardUrl, occasion));
}

export function newCodesEmail(dashboardUrl: string, occasion: ActionContext): Email {
  return composeEmail(texts.newCodes, {}, contextOf(dashboardUrl, occasion));
}

const contextOf = (dashboardUrl: string, { client, at }: ActionContext) => ({
  facts: [deviceFact(client), timeFact(at)],
  url: `${dashboardUrl}/dash/settings/two-factor/`,
  priority: 'security' as const,
});
