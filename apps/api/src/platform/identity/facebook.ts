import { createHmac } from 'node:crypto';
import { err, ok, type Result } from '@comet/foundation';
import * as z from 'zod/mini';
import { emailClaim } from './email-claim.ts';
import { failureOfAnswer, type IdentityProvider, type ProviderFailure } from './identity-provider.ts';

export interface FacebookSettings {
  /** The page that asks the person, with its version: `https://www.facebook.com/v25.0/dialog/oauth`. */
  readonly dialogUrl: string;
  /** `https://graph.facebook.com/v25.0`. */
  readonly graphUrl: string;
  readonly appId: string;
  readonly appSecret: string;
}

const timeoutMs = 10_000;
const tokenReply = z.object({ access_token: z.string().check(z.minLength(1)) });
const meReply = z.object({ id: z.string().check(z.minLength(1)), email: z.optional(z.string()) });

/**
 * Facebook Login is OAuth 2 without OpenID Connect: whose token it is has to be asked of Graph, with a proof that we hold the app's secret.
 * It may know no address, and never says that one is verified. https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export function createFacebook(
  settings: FacebookSettings,
  { redirectUri }: { readonly redirectUri: string },
): IdentityProvider {
  const { appId, appSecret, graphUrl } = settings;
  return {
    authorizationUrl({ state }) {
      const url = new URL(settings.dialogUrl);
      const parameters = {
        client_id: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'email',
        state,
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return Promise.resolve(ok(url.href));
    },
    async profile(answer) {
      if (answer.error !== undefined) return err(failureOfAnswer(answer.error));
      if (answer.code === undefined) return err('failed');
      const redeemed = await ask(tokenReply, `${graphUrl}/oauth/access_token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: appId,
          client_secret: appSecret,
          redirect_uri: redirectUri,
          code: answer.code,
        }),
      });
      if (!redeemed.ok) return redeemed;
      const token = redeemed.value.access_token;
      const me = await ask(meReply, `${graphUrl}/me?${meQuery(token, appSecret)}`, {});
      if (!me.ok) return me;
      const { id, email } = me.value;
      return ok({
        issuer: new URL(settings.dialogUrl).origin,
        subject: id,
        email: emailClaim(email),
        emailVerified: false,
      });
    },
  };
}

/** https://developers.facebook.com/docs/graph-api/securing-requests */
function meQuery(token: string, appSecret: string): string {
  const proof = createHmac('sha256', appSecret).update(token).digest('hex');
  const query = { fields: 'id,email', access_token: token, appsecret_proof: proof };
  return new URLSearchParams(query).toString();
}

/** One call of Graph. What it does not answer as it should fails; its own troubles and the network's pass by themselves. */
async function ask<T>(
  schema: z.ZodMiniType<T>,
  url: string,
  init: RequestInit,
): Promise<Result<T, ProviderFailure>> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    if (response.status >= 500) return err('unavailable');
    if (!response.ok) return err('failed');
    const parsed = schema.safeParse(await response.json());
    return parsed.success ? ok(parsed.data) : err('failed');
  } catch (error) {
    return err(error instanceof SyntaxError ? 'failed' : 'unavailable');
  }
}
