/** The four cards of the first start. */
export const onboardingTexts = {
  step: 'Step {step} of {steps}',
  skip: 'Skip',
  back: 'Back',
  continue: 'Continue',
  welcome: {
    title: 'Choose where you browse from',
    explanation: 'Comet sends all traffic from this computer through a tunnel, to a location you choose.',
    address: 'Websites see that location’s IP address instead of yours:',
  },
  account: {
    title: 'Sign in to Comet',
    explanation: 'Your plan covers this computer and your other devices.',
  },
  protection: {
    title: 'This computer is ready',
    service: 'Background service running',
    serviceHint: 'Works while the app is closed.',
    killSwitch: 'Kill switch on',
    killSwitchHint: 'Blocks your traffic if the connection drops.',
  },
  connect: {
    title: 'Connect',
    place: 'Your first connection is to {city}, {country}. You can change the location at any time.',
    nearest: 'Your first connection is to the nearest location. You can change it at any time.',
    choose: 'Choose a location',
  },
} as const;
