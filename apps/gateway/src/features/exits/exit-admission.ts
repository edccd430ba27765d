import {
  type AdmissionErrorCode,
  exitAdmittance,
  exitAdmissionPath,
  exitPresentation,
} from '@comet/contract';
import { type Clock, err, isCidr, jsonOf, type Result, unixSeconds } from '@comet/foundation';
import * as z from 'zod/mini';
import {
  type AdmissionReply,
  type AdmissionRequest,
  refuse,
} from '../../platform/admission-server/admission-request.ts';
import { TokenBuckets } from '../../platform/admission-server/token-buckets.ts';
import { decideExit, type ExitAdmissionState } from './decide-exit.ts';
import type { Exits } from './exits.ts';

/** An exit presents its ticket at its start, after a disconnection, and twice a day: many exits behind one address stay below this limit. */
const sourceRules = { burst: 30, perSecond: 0.5, keys: 5_000 };

interface ExitAdmissionParts {
  readonly identity: { readonly gatewayId: string; readonly wireguardPrivateKey: string };
  readonly feed: Pick<ExitAdmissionState, 'ticketVerifiers' | 'revocations'> & {
    isStale(now: number): boolean;
  };
  readonly exits: Exits;
  readonly clock: Clock;
}

/** `POST /v1/exits` at the gateway's admission endpoint. */
export function createExitAdmission({ identity, feed, exits, clock }: ExitAdmissionParts): {
  handle(request: AdmissionRequest): Promise<AdmissionReply>;
} {
  const sources = new TokenBuckets(sourceRules);

  async function present(
    text: string,
    source: string,
  ): Promise<Result<z.output<typeof exitAdmittance>, AdmissionErrorCode>> {
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
      if (path !== exitAdmissionPath || method !== 'POST') return refuse('not_found');
      if (!sources.take(source, clock.now().getTime())) return refuse('rate_limited');
      const presented = await present(body, source);
      if (!presented.ok) return refuse(presented.error);
      return { status: 200, body: z.encode(exitAdmittance, presented.value) };
    },
  };
}
