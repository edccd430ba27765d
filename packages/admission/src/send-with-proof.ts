import { createPrivateKey } from 'node:crypto';
import { type Clock, unixSeconds } from '@comet/foundation';
import { signDpop } from './dpop.ts';

/** What a gateway or an exit presents to the control plane. */
export interface BoundCredential {
  readonly token: string;
  /** PKCS#8 as PEM; null for a credential that is bound to no key. */
  readonly key: string | null;
}

type SendRequest = Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> };

/** Seconds by which the control plane's clock has to differ from ours before proofs are dated by it. */
const noticedSkew = 5;

/**
 * Sends requests to the control plane at `origin` with the credential and, where that is bound to a key, a DPoP proof (RFC 9449). After
 * a 401 it is tried once more where that can help: proofs are dated by the answer's `Date` from then on, so that a wrong clock on
 * either side keeps no machine out, and a credential that was rotated meanwhile is the one presented.
 */
export function sendWithProof(
  origin: string,
  credential: () => BoundCredential | null | Promise<BoundCredential | null>,
  clock: Clock,
): (url: string, request: SendRequest) => Promise<Response> {
  let skew = 0;

  function headersFor({ token, key }: BoundCredential, url: string, method: string): Record<string, string> {
    const authorization = `Bearer ${token}`;
    if (key === null) return { authorization };
    const path = url.slice(origin.length).split('?', 1)[0] ?? '';
    const now = unixSeconds(clock.now()) + skew;
    return { authorization, dpop: signDpop(createPrivateKey(key), { method, path, token }, now) };
  }

  function hasLearnt(response: Response): boolean {
    const told = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(told)) return false;
    const seen = Math.round((told - clock.now().getTime()) / 1000);
    if (Math.abs(seen - skew) < noticedSkew) return false;
    skew = seen;
    return true;
  }

  return async (url, request) => {
    const send = (presented: BoundCredential | null) =>
      fetch(url, {
        ...request,
        headers: {
          ...request.headers,
          ...(presented === null ? {} : headersFor(presented, url, request.method ?? 'GET')),
        },
      });
    const presented = await credential();
    const response = await send(presented);
    if (response.status !== 401 || presented === null) return response;
    const current = await credential();
    const mayHelp = hasLearnt(response) || current?.token !== presented.token;
    if (!mayHelp) return response;
    await response.body?.cancel();
    return send(current);
  };
}
