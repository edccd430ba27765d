/** The two commands between a plan and a tunnel. */
export const connectTexts = {
  headline: 'Connect a machine',
  logIn: 'Shows a code, which you approve here',
  connect: 'All traffic now leaves through Comet',
  enterCode: 'Enter code',
  others: 'Phone, router',
  file: 'Connects with a file for WireGuard or OpenVPN',
  getFile: 'Get a file',
} as const;
