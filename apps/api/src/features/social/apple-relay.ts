const maxValueLength = 4000;
const relayed = ['state', 'code', 'iss', 'error'] as const;

/**
 * Returns the dashboard URL for the form that Apple has the browser post. The host is always ours, and only the parameters of the response
 * are copied: others, in particular the name, must not be stored.
 */
export function appleResponseUrl(form: Buffer, dashboardUrl: string): string {
  const given = new URLSearchParams(form.toString('utf8'));
  const address = new URL(`${dashboardUrl}/login/apple/callback`);
  for (const name of relayed) {
    const value = given.get(name);
    if (value !== null && value !== '' && value.length <= maxValueLength)
      address.searchParams.set(name, value);
  }
  return address.href;
}
