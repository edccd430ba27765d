import { api } from '@comet/contract';
import { type Route, route } from '../../platform/http/route.ts';
import { confirmEmailChange, type ConfirmChangeDeps } from './confirm-change.ts';
import { requestEmailChange, type RequestChangeDeps } from './request-change.ts';

export function emailChangeRoutes(deps: RequestChangeDeps & ConfirmChangeDeps): Route[] {
  return [
    route(api.requestEmailChange, ({ caller, body, deviceId, client }) => {
      const { currentPassword, email, ...factor } = body;
      const proof = { password: currentPassword, ...factor };
      return requestEmailChange(deps, { caller, deviceId, client }, { email, proof });
    }),
    route(api.confirmEmailChange, ({ query }) => confirmEmailChange(deps, query.token)),
  ];
}
