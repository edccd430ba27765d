import { type DoorErrorCode, exitAdmittance, exitDoorPath, exitPresentation } from '@comet/contract';
import { type Clock, err, isCidr, jsonOf, type Result, unixSeconds } from '@comet/foundation';
import * as z from 'zod/mini';
import type { DoorAnswer, DoorRequest } from '../../platform/door-request.ts';
import { refuse } from '../../platform/door-refusal.ts';
import { TokenBuckets } from '../../platform/token-buckets.ts';
import { decideExit, type ExitKnowledge } from './decide-exit.ts';
import type { Exits } from './exits.ts';

/** An exit comes when it starts, when it was cut off, and twice a day: a house full of them stays far below this. */
const sourceRules = { burst: 30, perSecond: 0.5, keys: 5_000 };

export interface ExitDeskParts {
  readonly identity: { readonly gatewayId: string; readonly wireguardPrivateKey: string };
  readonly feed: Pick<ExitKnowledge, 'ticketVerifiers' | 'revocations'> & { isStale(now: number): boolean };
  readonly exits: Exits;
  readonly clock: Clock;
}

/** `POST /v1/exits` at the gateway's door. */
export function createExitDesk({ identity, feed, exits, clock }: ExitDeskParts): {
  handle(request: DoorRequest): Promise<DoorAnswer>;
} {
  const sources = new TokenBuckets(sourceRules);

  async function present(
    text: string,
    source: string,
  ): Promise<Result<z.output<typeof exitAdmittance>, DoorErrorCode>> {
    const now = unixSeconds(clock.now());
    const parsed = exitPresentation.safeParse(jsonOf(text));
    if (!parsed.success) return err('malformed');
    const { ticketVerifiers, revocations } = feed;
    const { issuedAt } = exits;
    const known = { ...identity, ticketVerifiers, revocations, stale: feed.isStale(now), issuedAt };
    const decided = decideExit(known, parsed.data, now);
    return decided.ok ? exits.admit(decided.value, isCidr(source) ? source : null) : decided;
  }

  return {
    async handle({ method, path, source, body }) {
      if (path !== exitDoorPath || method !== 'POST') return refuse('not_found');
      if (!sources.take(source, clock.now().getTime())) return refuse('rate_limited');
      const presented = await present(body, source);
      if (!presented.ok) return refuse(presented.error);
      return { status: 200, body: z.encode(exitAdmittance, presented.value) };
    },
  };
}
