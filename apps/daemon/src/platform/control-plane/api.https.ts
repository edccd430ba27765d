import type { Log } from '@comet/foundation/log';
import { ApiError, certificateFault, checkReply, createClient, NetworkError, type Send } from '@comet/client';
import { err, ok } from '@comet/foundation';
import type { Api } from './api.ts';
import type { CertificateClock } from '../admission/certificate-clock.ts';
import { maxResponseLength, type PinnedFetch } from '../admission/pinned-fetch.ts';

const callTimeout = 8_000;

interface ApiOptions {
  /** Origin without a slash at the end. */
  readonly baseUrl: string;
  readonly pinned: PinnedFetch;
  readonly accessToken: () => string | null;
  readonly appIdentifier: () => string;
  readonly certificateClock: Pick<CertificateClock, 'received' | 'failed'>;
  readonly log: Log;
}

/**
 * Responses for temporary errors are reported as unreachable, because the user cannot fix their cause. The fault of a certificate is
 * logged once until a call is answered.
 */
export function httpsApi({
  baseUrl,
  pinned,
  accessToken,
  appIdentifier,
  certificateClock,
  log,
}: ApiOptions): Api {
  let logged: string | null = null;
  const send: Send = async (url, request) => {
    try {
      const response = await pinned.fetch(url, request);
      certificateClock.received(response.headers.get('date'));
      logged = null;
      return response;
    } catch (error) {
      certificateClock.failed(error);
      const fault = certificateFault(error);
      if (fault !== null && fault !== logged)
        log.error({ reason: fault }, 'The certificate of the API is not accepted');
      logged = fault ?? logged;
      throw error;
    }
  };
  return {
    async call(name, { accessToken: own, ...request }) {
      const { daemonApi } = await import('@comet/contract/daemon');
      const client = createClient({
        baseUrl,
        token: own === undefined ? accessToken : () => own,
        deviceId: appIdentifier,
        fetch: send,
        timeoutMs: callTimeout,
        check: checkReply,
        maxReplyLength: maxResponseLength,
      });
      try {
        return ok(await client.call(daemonApi[name], request as never));
      } catch (error) {
        if (error instanceof ApiError) {
          const { status, code, requestId } = error;
          log.info({ call: name, status, code, requestId }, 'The API refused a call');
        }
        if (error instanceof ApiError && error.status < 500) {
          const { status, code, message } = error;
          return err({ kind: 'refused', status, code, message });
        }
        if (error instanceof ApiError || error instanceof NetworkError) return err({ kind: 'unreachable' });
        throw error;
      }
    },
    forget: pinned.forget,
  };
}
