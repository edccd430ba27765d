import type { ProxyProtocol } from '../proxy-access/index.ts';
import { isSessionName, lifetimeOf, newSessionName, type Target } from './endpoint.ts';

/** Choices and input of the endpoint builder. */
export interface BuilderState {
  /** Null for the first user. */
  readonly userId: string | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly sticky: boolean;
  readonly sessionName: string;
  /** In minutes, as typed. */
  readonly lifetime: string;
  readonly ifGone: 'fail' | 'replace';
  readonly protocol: ProxyProtocol;
}

export function newBuilderState(): BuilderState {
  return {
    userId: null,
    country: null,
    city: null,
    sticky: false,
    sessionName: newSessionName(),
    lifetime: '10',
    ifGone: 'fail',
    protocol: 'http',
  };
}

/** The resulting targeting; null while an input is invalid. */
export function targetOf(state: BuilderState): Target | null {
  const { country, city, sticky, sessionName, ifGone } = state;
  if (!sticky) return { country, city, session: null };
  const lifetime = lifetimeOf(state.lifetime);
  if (!isSessionName(sessionName) || lifetime === null) return null;
  return { country, city, session: { name: sessionName, lifetime, ifGone } };
}
