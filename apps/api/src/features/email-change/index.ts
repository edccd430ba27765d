import { api } from '@comet/contract';
import { type Route, route } from '../../platform/http/route.ts';
import { confirmEmailChange, type ConfirmChangeDeps } from './confirm-change.ts';
import { requestEmailChange, type RequestChangeDeps } from './request-change.ts';

export function emailChangeRoutes(deps: RequestChangeDeps & ConfirmChangeDeps): Route[] {
  return [
    route(api.requestEmailChange, ({ caller, body, deviceId, client }) =>
      requestEmailChange(deps, caller, {
        email: body.email,
        currentPassword: body.currentPassword,
        deviceId,
        client,
      }),
    ),
    route(api.confirmEmailChange, ({ query }) => confirmEmailChange(deps, query.token)),
  ];
}
