import { api } from '@comet/contract';
import { route } from '../../platform/http/requests/route.ts';
import { changePassword, type ChangePasswordDeps } from './change-password.ts';
import { checkReset, confirmReset, type ConfirmResetDeps } from './confirm-reset.ts';
import { requestReset } from './request-reset.ts';

export const requestResetRoute = (deps: Parameters<typeof requestReset>[0]) =>
  route(api.requestPasswordReset, ({ body, address }) => requestReset(deps, { email: body.email, address }));

export const checkResetRoute = (deps: ConfirmResetDeps) =>
  route(api.checkPasswordReset, ({ body }) => checkReset(deps, body.token));

export const confirmResetRoute = (deps: ConfirmResetDeps) =>
  route(api.confirmPasswordReset, ({ body, client, deviceId }) =>
    confirmReset(deps, { ...body, client, deviceId }),
  );

export const changePasswordRoute = (deps: ChangePasswordDeps) =>
  route(api.changePassword, ({ caller, body, deviceId, client }) => {
    const { currentPassword, password, ...factor } = body;
    const proof = { password: currentPassword, ...factor };
    return changePassword(deps, { caller, deviceId, client }, { password, proof });
  });
