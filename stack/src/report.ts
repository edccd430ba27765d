import type { Addresses } from './addresses.ts';

/** What to look at and what to try, for the person who has just started the stack. `state` is as it was typed. */
export function report(
  addresses: Addresses,
  options: { readonly lab: boolean; readonly state: string | null },
): string {
  const places = [
    ['site', addresses.site],
    ['dashboard', addresses.dashboard],
    ['mailbox', addresses.mailbox],
    ['API', addresses.api],
    ['API pages', addresses.docs],
    ['desk', `${addresses.desk}/ops/`],
    ['sandbox', addresses.sandbox],
    ['database', addresses.database],
  ];
  const state = options.state === null ? '' : ` --state ${options.state}`;
  const comet = `npm run lab --${state} exec client --`;
  const steps = [
    `Open ${addresses.dashboard} and create an account with any email address.`,
    `Follow the link in the mail: ${addresses.mailbox}`,
    'Choose a plan and pay with the test card 4242 4242 4242 4242, any future date, any code.',
    ...(options.lab
      ? [
          `Sign the lab's client in, and approve it in the dashboard: ${comet} comet login`,
          `Connect it: ${comet} comet connect nl-ams`,
          `See where its traffic comes out: ${comet} curl -s http://echo.comet.test/`,
        ]
      : []),
  ];
  return [
    '',
    ...places.map(([name = '', address = '']) => `  ${name.padEnd(10)} ${address}`),
    '',
    'To try it:',
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    `To end it: ${options.state === null ? 'npm stop' : `npm stop --${state}`}, or Ctrl-C where it runs in the foreground.`,
    '',
  ].join('\n');
}

/** The last line of a start that went well. Scripts wait for it. */
export const READY_LINE = 'Comet is ready';
