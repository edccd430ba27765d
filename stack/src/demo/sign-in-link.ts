import { api } from '@comet/contract';
import type { Customer } from '@comet/e2e';
import type { StackFile } from '../state/stack-file.ts';

/** Returns a link to the dashboard that signs a browser in, like the one that the app opens: it works once, for 60 seconds. */
export async function signInLink(
  { dashboard }: Pick<StackFile, 'dashboard'>,
  customer: Customer,
): Promise<string> {
  const { oneTimeToken } = await customer.client.call(api.createOneTimeToken, {});
  const link = new URL('/dash/home/', dashboard);
  link.searchParams.set('cometToken', oneTimeToken);
  return link.href;
}
