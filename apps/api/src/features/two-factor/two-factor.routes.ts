import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { reauthenticate, type ReauthenticationDeps } from '../users/index.ts';
import { confirm } from './activation.ts';
import { disable, regenerate } from './change.ts';
import type { TwoFactorDeps } from './deps.ts';
import { enable, generate, resend } from './set-up.ts';
import { factorOf, countAttempt, countSetUpAttempt } from './count-attempt.ts';
import { countRecoveryCodes, findProgress } from './two-factor.store.ts';
import { verify } from './verify.ts';

export const showRoute = (deps: TwoFactorDeps) =>
  route(api.showTwoFactor, async ({ caller }) => {
    const progress = await findProgress(deps.db, caller.id);
    if (progress === null) return ok({ state: 'off', enabledAt: null, recoveryCodesLeft: 0 });
    const recoveryCodesLeft = await countRecoveryCodes(deps.db, caller.id);
    const { enabledAt } = progress;
    if (enabledAt === null) return ok({ state: 'activating', enabledAt, recoveryCodesLeft });
    return ok({ state: 'on', enabledAt: enabledAt.toISOString(), recoveryCodesLeft });
  });

export const generateRoute = (deps: TwoFactorDeps) =>
  route(api.generateTwoFactor, ({ caller }) => generate(deps, caller));

export const enableRoute = (deps: TwoFactorDeps & ReauthenticationDeps) =>
  route(api.enableTwoFactor, async ({ caller, deviceId, client, body }) => {
    if (caller.hasTwoFactor) return err('two_factor_on');
    const attempt = await countSetUpAttempt(deps, { caller, deviceId });
    if (!attempt.ok) return attempt;
    const proved = await reauthenticate(deps, { caller, deviceId, client }, { password: body.password });
    return proved.ok ? enable(deps, { user: caller, deviceId, code: body.code }) : proved;
  });

export const resendRoute = (deps: TwoFactorDeps) =>
  route(api.resendTwoFactor, ({ caller }) => resend(deps, caller));

export const confirmRoute = (deps: TwoFactorDeps) =>
  route(api.confirmTwoFactor, ({ query, client }) => confirm(deps, { token: query.token, client }));

export const verifyRoute = (deps: TwoFactorDeps) =>
  route(api.verifyTwoFactor, async ({ caller, deviceId, client, body }) => {
    const factor = factorOf(body);
    if (!factor.ok) return factor;
    // The session needs no second factor, for instance another window of a browser that has just given its code.
    if (!caller.isLimited) return err('conflict');
    const attempt = await countAttempt(deps, { caller, deviceId }, factor.value.kind);
    if (!attempt.ok) return attempt;
    const given = { session: caller, deviceId, client, remember: body.remember, factor: factor.value };
    const verified = await verify(deps, given);
    return verified.ok ? ok({ accessToken: verified.value }) : verified;
  });

export const disableRoute = (deps: TwoFactorDeps) =>
  route(api.disableTwoFactor, async ({ caller, deviceId, client, body }) => {
    const factor = factorOf(body);
    if (!factor.ok) return factor;
    const attempt = await countAttempt(deps, { caller, deviceId }, factor.value.kind);
    return attempt.ok ? disable(deps, { user: caller, factor: factor.value, client }) : attempt;
  });

export const regenerateRoute = (deps: TwoFactorDeps) =>
  route(api.regenerateRecoveryCodes, async ({ caller, deviceId, client, body }) => {
    const factor = factorOf(body);
    if (!factor.ok) return factor;
    const attempt = await countAttempt(deps, { caller, deviceId }, factor.value.kind);
    return attempt.ok ? regenerate(deps, { user: caller, factor: factor.value, client }) : attempt;
  });
