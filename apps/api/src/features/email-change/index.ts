import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { confirmElsewhere, type ConfirmElsewhereDeps, confirmEmailChange } from './confirm-change.ts';
import {
  requestEmailChange,
  type RequestChangeDeps,
  cancelChange,
  pendingChangeOf,
  resendChange,
} from './request-change.ts';

/** Returns the routes that request, show, resend, cancel and confirm a change of the account's email address (decision 15). */
export function emailChangeRoutes(deps: RequestChangeDeps & ConfirmElsewhereDeps): Route[] {
  return [
    route(api.requestEmailChange, ({ caller, body, address, deviceId, client }) => {
      const { currentPassword, email, ...factor } = body;
      const proof = { password: currentPassword, ...factor };
      return requestEmailChange(deps, { caller, deviceId, client }, { email, proof, address });
    }),
    route(api.showPendingEmailChange, async ({ caller }) => {
      const pending = await pendingChangeOf(deps.db, { userId: caller.id, now: deps.clock.now() });
      return ok({
        pending: pending && { email: pending.details.email, expiresAt: pending.expiresAt.toISOString() },
      });
    }),
    route(api.resendEmailChange, ({ caller, address }) => resendChange(deps, caller, address)),
    route(api.cancelEmailChange, ({ caller }) => cancelChange(deps, caller.id)),
    route(api.confirmEmailChange, ({ query, deviceId }) =>
      confirmEmailChange(deps, { token: query.token, deviceId }),
    ),
    route(api.confirmEmailChangeElsewhere, ({ body, address, deviceId }) =>
      confirmElsewhere(deps, { ...body, address, deviceId }),
    ),
  ];
}
