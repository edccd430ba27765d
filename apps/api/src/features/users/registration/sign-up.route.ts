import { api } from '@comet/contract';
import { route } from '../../../platform/http/requests/route.ts';
import { signUp } from './sign-up.ts';

export const signUpRoute = (deps: Parameters<typeof signUp>[0]) =>
  route(api.signUp, ({ body, address, deviceId, client }) =>
    signUp(deps, { ...body, address, deviceId, client }),
  );
