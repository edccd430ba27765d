import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../../platform/http/requests/route.ts';
import { countUnverifiedMail } from '../../../platform/mail/unverified-mail.ts';
import { confirmElsewhere, type ConfirmElsewhereDeps, confirmEmail, disown } from './confirm-email.ts';
import { requestVerification, type RequestVerificationDeps } from './request-verification.ts';
import { queueVerificationEmail, countVerificationMail, type VerificationDeps } from './verification.ts';

export const resendVerificationRoute = (deps: VerificationDeps) =>
  route(api.resendVerification, async ({ caller, address }) => {
    if (caller.emailVerified) return ok(undefined);
    const reservation = await countUnverifiedMail(deps.attempts, address);
    if (!reservation.ok) return err({ code: 'too_many_requests', retryAfter: reservation.error });
    const mayWrite = await countVerificationMail(deps, caller.email);
    if (!mayWrite.ok) {
      await reservation.value.release();
      return err({ code: 'too_many_requests', retryAfter: mayWrite.error });
    }
    await deps.db.transaction().execute((trx) => queueVerificationEmail(deps, trx, caller));
    return ok(undefined);
  });

export const requestVerificationRoute = (deps: RequestVerificationDeps) =>
  route(api.requestVerification, ({ body, address }) =>
    requestVerification(deps, { email: body.email, address }),
  );

export const confirmEmailRoute = (deps: Pick<VerificationDeps, 'db' | 'clock'>) =>
  route(api.confirmEmail, ({ query, deviceId }) => confirmEmail(deps, { token: query.token, deviceId }));

export const confirmEmailElsewhereRoute = (deps: ConfirmElsewhereDeps) =>
  route(api.confirmEmailElsewhere, ({ body, address, deviceId, client }) =>
    confirmElsewhere(deps, { ...body, address }, { deviceId, client }),
  );

export const disownAccountRoute = (deps: Pick<VerificationDeps, 'db' | 'clock'>) =>
  route(api.disownAccount, ({ body }) => disown(deps, body.token));
