import { say, statusTexts as texts } from '@comet/texts/site';

export type State = keyof typeof texts.states;

/** One part of the service, as `GET v1/status` has it. */
export interface Part {
  readonly name: keyof typeof texts.parts;
  readonly state: State;
  readonly working: number;
  readonly all: number;
  readonly countries: number;
}

/** The state of the whole: that of its worst part. */
export function worstOf(parts: readonly { readonly state: State }[]): State {
  if (parts.some(({ state }) => state === 'down')) return 'down';
  return parts.some(({ state }) => state === 'degraded') ? 'degraded' : 'working';
}

/** What is to be said of a part beside its state. */
export function detailOf({ name, working, all, countries }: Part): string {
  const { details } = texts;
  if (name === 'gateways') return all === 0 ? details.noGateways : say(details.gateways, { working, all });
  if (name === 'residential') {
    return working === 0 ? details.noResidential : say(details.residential, { working, countries });
  }
  return details.accounts;
}
