import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { Attempts } from '../../platform/http/authentication/attempts.ts';
import { rateLimitClassOf } from '../../platform/http/authentication/caller.ts';
import { route } from '../../platform/http/requests/route.ts';
import { type DecideDeps, decideAuthorization, networkOfDevice } from './decide.ts';
import {
  findWaiting,
  intervalSeconds,
  lifetimeSeconds,
  pollAuthorization,
  startAuthorization,
} from './device-authorizations.store.ts';
import { findUserCode } from './find-user-code.ts';
import { formatUserCode, plainUserCode } from './user-code.ts';

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
