import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';
import { credentialsOf, type OpenvpnDeps, rotateCredentials } from './credentials.ts';
import { issueLoginFor } from './device-login.ts';
import { type ProfileDeps, profileAt, profileOfGateway } from './profile.ts';

export const showOpenvpnCredentialsRoute = (deps: OpenvpnDeps) =>
  route(api.showOpenvpnCredentials, async ({ caller }) => {
    if (!caller.emailVerified) return err('email_unverified');
    const found = await credentialsOf(deps, caller.id);
    return found.ok ? ok({ credentials: found.value }) : found;
  });

export const rotateOpenvpnCredentialsRoute = (deps: OpenvpnDeps) =>
  route(api.rotateOpenvpnCredentials, async ({ caller, body }) => {
    if (!caller.emailVerified) return err('email_unverified');
    const rotated = await rotateCredentials(deps, { userId: caller.id, ...body });
    return rotated.ok ? ok({ credentials: rotated.value }) : rotated;
  });

export const showOpenvpnProfileRoute = (deps: ProfileDeps) =>
  route(api.showOpenvpnProfile, async ({ caller, params }) => {
    if (!caller.emailVerified) return err('email_unverified');
    return profileOfGateway(deps, { userId: caller.id, gatewayId: params.id });
  });

export const chooseOpenvpnProfileRoute = (deps: ProfileDeps) =>
  route(api.chooseOpenvpnProfile, async ({ caller, query }) => {
    if (!caller.emailVerified) return err('email_unverified');
    return profileAt(deps, { userId: caller.id, ...query });
  });

export const issueOpenvpnLoginRoute = (deps: OpenvpnDeps) =>
  route(api.issueOpenvpnLogin, async ({ caller, params, body }) => {
    if (!caller.emailVerified) return err('email_unverified');
    return issueLoginFor(deps, { userId: caller.id, gatewayId: params.id, deviceId: body.deviceId });
  });
