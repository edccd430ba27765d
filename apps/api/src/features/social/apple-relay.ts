const longest = 4000;
const relayed = ['state', 'code', 'iss', 'error'] as const;

/**
 * The dashboard's address for the form that Apple lets the browser post to us. The host is always our own, and only the parts that an
 * answer is made of are taken on: the rest, a name above all, is not ours to keep.
 */
export function appleAnswerAddress(form: Buffer, dashboardUrl: string): string {
  const given = new URLSearchParams(form.toString('utf8'));
  const address = new URL(`${dashboardUrl}/login/apple/callback`);
  for (const name of relayed) {
    const value = given.get(name);
    if (value !== null && value !== '' && value.length <= longest) address.searchParams.set(name, value);
  }
  return address.href;
}
