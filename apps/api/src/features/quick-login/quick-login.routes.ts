import { api } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { Attempts, AttemptCounter } from '../../platform/http/authentication/attempts.ts';
import { rateLimitClassOf } from '../../platform/http/authentication/caller.ts';
import { route, type Refusal } from '../../platform/http/requests/route.ts';
import { type DecideDeps, decideAuthorization, networkOfDevice } from './decide.ts';
import {
  findWaiting,
  intervalSeconds,
  lifetimeSeconds,
  pollAuthorization,
  startAuthorization,
} from './device-authorizations.store.ts';
import { formatUserCode, plainUserCode } from './user-code.ts';
import { neighbourhoodOf, sourceOf } from '../../platform/http/addresses/source-address.ts';

export type QuickLoginDeps = DecideDeps & { readonly attempts: Attempts };

export const startRoute = (deps: DecideDeps) =>
  route(api.startDeviceAuthorization, async ({ body, address, deviceId }) => {
    const { deviceCode, userCode: plain } = await startAuthorization(deps, { ...body, address, deviceId });
    const userCode = formatUserCode(plain);
    const verificationUri = `${deps.dashboardUrl}/dash/quick-login/`;
    return ok({
      deviceCode,
      userCode,
      verificationUri,
      verificationUriComplete: `${verificationUri}?code=${userCode}`,
      expiresIn: lifetimeSeconds,
      interval: intervalSeconds,
    });
  });

export const pollRoute = (deps: DecideDeps) =>
  route(api.pollDeviceAuthorization, async ({ body, deviceId }) => {
    const polled = await pollAuthorization(deps, { deviceCode: body.deviceCode, deviceId });
    return polled.ok ? ok({ accessToken: polled.value }) : polled;
  });

export const showRoute = (deps: QuickLoginDeps) =>
  route(api.showDeviceAuthorization, ({ caller, params, address, deviceId }) =>
    findUserCode(deps.attempts, { rateLimitClass: rateLimitClassOf(caller, deviceId), address }, async () => {
      const waiting = await findWaiting(deps, {
        userCode: plainUserCode(params.userCode),
        userId: caller.id,
      });
      if (waiting === null) return err('user_code_unknown');
      const { createdAt, expiresAt, ...shown } = waiting;
      return ok({
        ...shown,
        userCode: formatUserCode(waiting.userCode),
        network: networkOfDevice(waiting.address, address),
        requestedAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      });
    }),
  );

export const decideRoute = (deps: QuickLoginDeps) =>
  route(api.decideQuickLogin, ({ caller, body, address, deviceId }) =>
    findUserCode(deps.attempts, { rateLimitClass: rateLimitClassOf(caller, deviceId), address }, () =>
      decideAuthorization(deps, {
        user: caller,
        address,
        userCode: plainUserCode(body.userCode),
        approve: body.approve,
      }),
    ),
  );

/** Limits for wrong codes per 10 minutes, mistyped ones included. There are 25 * 10^9 codes, each valid for 10 minutes. */
function wrongCodes(by: {
  readonly rateLimitClass: string;
  readonly address: string;
}): readonly AttemptCounter[] {
  const seconds = 600;
  return [
    { name: `user code from ${sourceOf(by.address)}`, calls: 20, seconds },
    { name: `user code around ${neighbourhoodOf(by.address)}`, calls: 200, seconds },
    { name: `user code by ${by.rateLimitClass}`, calls: 10, seconds },
  ];
}

/** Looks up a user code with brute-force protection (RFC 8628 §5.1): wrong codes count against the account's device and the address. */
async function findUserCode<T, E>(
  attempts: Attempts,
  by: { readonly rateLimitClass: string; readonly address: string },
  lookUp: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Refusal<'too_many_requests'>>> {
  const attempt = await attempts.begin(wrongCodes(by));
  if (!attempt.ok) return err({ code: 'too_many_requests', retryAfter: attempt.error });
  const found = await lookUp();
  if (found.ok) await attempt.value.succeeded();
  return found;
}
