import { api } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { reauthenticate, type ReauthenticationDeps, passSecondFactor } from '../users/index.ts';
import { confirm } from './activation.ts';
import { disable, regenerate } from './change.ts';
import type { TwoFactorDeps } from './deps.ts';
import { enable, generate, resend } from './set-up.ts';
import { factorOf, countAttempt, countSetUpAttempt } from './count-attempt.ts';
import { countRecoveryCodes, findProgress } from './two-factor.store.ts';
import type { SignedInUser } from '../../platform/http/authentication/caller.ts';
import type { CallingClient } from '../../platform/http/requests/user-agent.ts';
import { type Factor, type FactorRefusal, verifyFactor } from './verify-factor.ts';

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

/** Verifies the second factor of a sign-in: a full token replaces the limited one. */
async function verify(
  deps: TwoFactorDeps,
  given: {
    readonly session: SignedInUser;
    readonly deviceId: string | null;
    readonly client: CallingClient;
    readonly remember: boolean;
    readonly factor: Factor;
  },
): Promise<Result<string, Exclude<FactorRefusal, 'two_factor_off'> | 'conflict'>> {
  const { session, factor, client } = given;
  const now = deps.clock.now();
  const passed = await deps.db
    .transaction()
    .execute((trx) =>
      passSecondFactor(deps, trx, { ...given, now }, () =>
        verifyFactor(deps, trx, { userId: session.id, factor, client, now }),
      ),
    );
  if (passed.ok) return passed;
  // Two-factor was disabled meanwhile, which has ended this sign-in, too.
  return err(passed.error === 'two_factor_off' ? 'conflict' : passed.error);
}
