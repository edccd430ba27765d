export { OnboardingCards } from './onboarding-cards.tsx';
export { storeOnboarding, useOnboarding } from './use-onboarding.ts';
