/** The sentences of the app's end. */
export const leavingTexts = {
  title: 'Quit Comet?',
  explanation: 'The tunnel does not need the app. It can go on without it, or end with it.',
  explanationHeld: 'Traffic is held back, and stays so without the app unless you let it out.',
  keep: 'Quit and stay protected',
  keepHeld: 'Quit and keep traffic held back',
  disconnect: 'Disconnect and quit',
  stay: 'Cancel',
} as const;
