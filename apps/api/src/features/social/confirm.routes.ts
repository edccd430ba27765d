import { api } from '@comet/contract';
import { route } from '../../platform/http/requests/route.ts';
import { confirmByLink, confirmByPassword, type ConfirmDeps, mailLink } from './confirm.ts';

export const confirmSocialByPasswordRoute = (deps: ConfirmDeps) =>
  route(api.confirmSocialByPassword, ({ body, address, deviceId, client }) =>
    confirmByPassword(deps, { ...body, address }, { deviceId, client, now: deps.clock.now() }),
  );

export const requestSocialMailRoute = (deps: ConfirmDeps) =>
  route(api.requestSocialMail, ({ body, address, deviceId, client }) =>
    mailLink(
      deps,
      { token: body.token, email: body.email, address },
      { deviceId, client, now: deps.clock.now() },
    ),
  );

export const confirmSocialByLinkRoute = (deps: ConfirmDeps) =>
  route(api.confirmSocialByLink, ({ body, deviceId, client }) =>
    confirmByLink(deps, body.token, { deviceId, client, now: deps.clock.now() }),
  );
