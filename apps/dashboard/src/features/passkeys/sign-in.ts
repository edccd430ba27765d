import { ApiError, api, call } from '../../platform/api.ts';
import type { Assertion } from './ceremony.ts';

/** A passkey that the person chose, and for whom. */
export interface ChosenPasskey {
  readonly rpId: string;
  readonly credential: Assertion;
}

/** Fetched when a passkey is first offered or asked for: the login is shown before. */
export const ceremony = () => import('./ceremony.ts');

/** Has the person choose a passkey of theirs. `offered` as for `usePasskey`. */
export async function choosePasskey(offered?: AbortSignal): Promise<ChosenPasskey> {
  const { options } = await call(api.beginPasskeySignIn, {});
  const { usePasskey } = await ceremony();
  return { rpId: options.rpId, credential: await usePasskey(options, offered) };
}

/** Signs in with it; gives the access token. One that the API does not know is disowned, so that it is not offered again. */
export async function signInWith({ rpId, credential }: ChosenPasskey): Promise<string> {
  try {
    return (await call(api.signInWithPasskey, { body: { credential } })).accessToken;
  } catch (error) {
    if (error instanceof ApiError && error.is('passkey_unknown'))
      await (await ceremony()).disown(rpId, credential.credentialId);
    throw error;
  }
}
