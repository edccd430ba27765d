import { useSuspenseQueries } from '@tanstack/react-query';
import { userQuery } from '../account/index.ts';
import { subscriptionQuery } from '../subscription/index.ts';

/** Whether somebody may have files, and what stands in the way. */
export type Access = 'open' | 'unverified' | 'no-plan';

const running = ['trialing', 'active', 'past_due', 'cancelled'];

export function useAccess(): { readonly access: Access; readonly email: string } {
  const [user, subscription] = useSuspenseQueries({ queries: [userQuery, subscriptionQuery] });
  const { email, emailVerified } = user.data;
  return { email, access: accessOf(emailVerified, subscription.data?.state ?? null) };
}

/** The address comes first: without it no plan can be bought. */
export function accessOf(emailVerified: boolean, state: string | null): Access {
  if (!emailVerified) return 'unverified';
  return state !== null && running.includes(state) ? 'open' : 'no-plan';
}
