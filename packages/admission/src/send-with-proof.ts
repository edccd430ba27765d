import { createPrivateKey } from 'node:crypto';
import { type Clock, unixSeconds } from '@comet/foundation';
import { signDpop } from './dpop.ts';

/** The credential of a gateway or an exit at the control plane. */
export interface BoundCredential {
  readonly token: string;
  /** PKCS#8 as PEM; null for a credential that is bound to no key. */
  readonly key: string | null;
}

type SendRequest = Omit<RequestInit, 'headers'> & { readonly headers: Record<string, string> };

/** Minimum difference in seconds between the control plane's clock and the local one before proofs are dated by the former. */
const noticedSkew = 5;

/**
 * Sends requests to the control plane at `origin` with the credential and, where that is bound to a key, a DPoP proof (RFC 9449). A 401
 * is retried once where the clocks differ or the credential was rotated meanwhile: from then on proofs are dated by the response's `Date`,
 * so that a wrong clock on either side locks no machine out.
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

  function adjustsSkew(response: Response): boolean {
    const date = Date.parse(response.headers.get('date') ?? '');
    if (Number.isNaN(date)) return false;
    const measured = Math.round((date - clock.now().getTime()) / 1000);
    if (Math.abs(measured - skew) < noticedSkew) return false;
    skew = measured;
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
    const mayHelp = adjustsSkew(response) || current?.token !== presented.token;
    if (!mayHelp) return response;
    await response.body?.cancel();
    return send(current);
  };
}
