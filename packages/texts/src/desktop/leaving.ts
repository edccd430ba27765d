/** The sentences of the app's end. */
export const leavingTexts = {
  title: 'Quit Comet?',
  explanation: 'The tunnel does not need the app. It can go on without it, or end with it.',
  explanationLocked:
    'The tunnel does not need the app. It can go on without it, or end with it; lockdown is on, so nothing leaves this computer then.',
  explanationHeld: 'Traffic is held back, and stays so without the app unless you let it out.',
  explanationHeldLocked: 'Traffic is held back. Lockdown is on, so it stays so without the app.',
  explanationPlain: 'Quitting the app changes nothing about your traffic.',
  keep: 'Quit and stay protected',
  keepHeld: 'Quit and keep traffic held back',
  disconnect: 'Disconnect and quit',
  quit: 'Quit',
  stay: 'Cancel',
} as const;
